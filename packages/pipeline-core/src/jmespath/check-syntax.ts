import { limits } from '../limits.ts';
import { invalid } from '../pipeline-error.ts';
import {
  refuseEntry,
  refuseLiteralWord,
  refuseMember,
  refuseOperand,
  refuseOperator,
  refuseQuotedText,
  refuseSubscript,
} from './refuse-syntax.ts';
import type { Token } from './tokenize.ts';

const comparators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const operators: ReadonlySet<string> = new Set([...comparators, '&&', '||', '|']);
const postfixes: ReadonlySet<string> = new Set(['.', '[', '[?', '[]']);
const literalWords: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/**
 * Refuses everything that is outside the grammar of standard JMESPath, with the position. The
 * library's parser only builds the tree afterwards: it accepts text that is no expression
 * (`[a b]`, `a[1-1]`), says no positions, and recurses without a limit.
 *
 * It also refuses what the grammar allows and nearly nobody means: the bare words `true`, `false` and
 * `null`, which are field names, and a field in double quotes on the right of a comparison.
 *
 * @throws PipelineError with the position.
 */
export function checkSyntax(tokens: readonly Token[]): void {
  new SyntaxCheck(tokens).whole();
}

class SyntaxCheck {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): void {
    this.#expression();
    if (this.#token.kind !== 'end') throw refuseOperator(this.#token);
  }

  get #token(): Token {
    return this.#peek(0);
  }

  #peek(offset: number): Token {
    const index = Math.min(this.#next + offset, this.#tokens.length - 1);
    return this.#tokens[index] as Token;
  }

  #take(kind: string): boolean {
    if (this.#token.kind !== kind) return false;
    this.#next += 1;
    return true;
  }

  #expect(kind: string): void {
    if (!this.#take(kind)) throw refuseOperator(this.#token, kind);
  }

  #expression(): void {
    this.#deeper();
    this.#operand();
    while (operators.has(this.#token.kind)) {
      if (comparators.has(this.#token.kind)) this.#refuseQuotedText();
      this.#next += 1;
      this.#operand();
    }
    this.#depth -= 1;
  }

  #deeper(): void {
    this.#depth += 1;
    if (this.#depth > limits.expressionDepth) {
      throw invalid(
        `nested deeper than ${limits.expressionDepth} levels. Split the work over two steps.`,
        this.#token.start,
      );
    }
  }

  #operand(): void {
    const depth = this.#depth;
    while (this.#take('!')) this.#deeper();
    this.#primary();
    while (this.#postfix()) this.#deeper();
    this.#depth = depth;
  }

  #primary(): void {
    const { kind } = this.#token;
    if (kind === 'name') {
      this.#name();
    } else if (kind === '(') {
      this.#next += 1;
      this.#expression();
      this.#expect(')');
    } else if (kind === '[') {
      this.#next += 1;
      if (!this.#subscript()) this.#list();
    } else if (kind === '[?' || kind === '[]' || kind === '{') {
      this.#projectionOrObject();
    } else if (kind === 'quoted' || kind === 'literal' || kind === '@' || kind === '*') {
      this.#next += 1;
    } else {
      throw refuseOperand(this.#token);
    }
  }

  #projectionOrObject(): void {
    if (this.#take('[]')) return;
    if (this.#take('{')) {
      this.#object();
      return;
    }
    this.#expect('[?');
    this.#expression();
    this.#expect(']');
  }

  #name(): void {
    const token = this.#token;
    this.#next += 1;
    if (this.#take('(')) this.#call();
    else if (literalWords.has(token.text)) throw refuseLiteralWord(token);
  }

  #call(): void {
    if (this.#take(')')) return;
    do {
      this.#take('&');
      this.#expression();
    } while (this.#take(','));
    this.#expect(')');
  }

  /** After an operand: a part of it, or a projection over it. */
  #postfix(): boolean {
    const { kind } = this.#token;
    if (kind === '.') {
      this.#next += 1;
      this.#member();
      return true;
    }
    if (kind === '[') {
      this.#next += 1;
      if (!this.#subscript()) throw refuseSubscript(this.#token);
      return true;
    }
    if (kind !== '[?' && kind !== '[]') return false;
    this.#projectionOrObject();
    return true;
  }

  #member(): void {
    const { kind } = this.#token;
    if (kind === 'name') {
      this.#next += 1;
      if (this.#take('(')) this.#call();
    } else if (kind === 'quoted' || kind === '*') {
      this.#next += 1;
    } else if (this.#take('[')) {
      this.#list();
    } else if (this.#take('{')) {
      this.#object();
    } else {
      throw refuseMember(this.#token);
    }
  }

  /** After `[`: an index, a slice or `*`. */
  #subscript(): boolean {
    if (this.#token.kind === '*' && this.#peek(1).kind === ']') {
      this.#next += 2;
      return true;
    }
    const isIndex = this.#take('number');
    let colons = 0;
    while (colons < 2 && this.#take(':')) {
      colons += 1;
      this.#take('number');
    }
    if (!isIndex && colons === 0) return false;
    this.#expect(']');
    return true;
  }

  #list(): void {
    do {
      this.#expression();
    } while (this.#take(','));
    this.#expect(']');
  }

  #object(): void {
    do {
      if (!this.#take('name') && !this.#take('quoted')) {
        throw refuseEntry(this.#token);
      }
      this.#expect(':');
      this.#expression();
    } while (this.#take(','));
    this.#expect('}');
  }

  #refuseQuotedText(): void {
    const token = this.#peek(1);
    const isWhole = !postfixes.has(this.#peek(2).kind);
    if (token.kind === 'quoted' && isWhole) throw refuseQuotedText(token);
  }
}
