import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startProgram } from '../program.ts';

/** An answer to a request, as it came over the wire. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>> & {
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly content?: readonly { readonly text?: string }[];
  };
  readonly error?: { readonly message: string };
}

/** A server that is spoken to line by line, so that every byte it writes is kept. */
export interface Session {
  request(method: string, params?: object): Promise<Answer>;
  call(name: string, args: object): Promise<Answer>;
  /** Ends the server and gives all that it wrote. */
  end(): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

/**
 * Starts `serve` and says hello in the 2025 era. The client can put a question to its person, who
 * declines, or it cannot.
 */
export async function openSession(
  { flags, canAsk }: { readonly flags: readonly string[]; readonly canAsk: boolean },
  env: Readonly<Record<string, string>>,
): Promise<Session> {
  const child = startProgram(['serve', ...flags], env);
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('The standard streams are pipes.');
  const waiting = new Map<number, (answer: Answer) => void>();
  const written = { stdout: '', stderr: '' };
  let last = 0;
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk;
  });
  createInterface(stdout).on('line', (line) => {
    written.stdout += `${line}\n`;
    const message = JSON.parse(line) as Answer & { id?: number; method?: string };
    if (message.method !== undefined) {
      if (message.id !== undefined) send({ id: message.id, result: { action: 'decline' } });
    } else if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const request = (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    return new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  };
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: canAsk ? { elicitation: {} } : {},
    clientInfo: { name: 'raw', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    request,
    call: (name, args) => request('tools/call', { name, arguments: args }),
    end: async () => {
      const closed = once(child, 'close');
      stdin.end();
      await closed;
      return written;
    },
  };
}
