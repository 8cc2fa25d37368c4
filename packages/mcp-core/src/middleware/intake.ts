import { ToolError } from '../errors/tool-error.ts';
import { parseJsonStrings } from '../schema/json-strings.ts';
import type { Call, Middleware } from './middleware.ts';

/** The control that carries the token of an approval. */
export const confirmControl = '__confirm';

/**
 * Takes the arguments in: controls (`__name`) are taken out and checked, JSON text where an array or
 * object belongs is parsed.
 */
export const intake: Middleware = (call, next) => {
  const { args, confirmToken } = takeControls(call);
  if (call.stringsParsed) return next({ ...call, args, confirmToken });
  const parsed = parseJsonStrings(call.tool.input(), args) as Call['args'];
  return next({ ...call, args: parsed, confirmToken });
};

function takeControls(call: Call): Pick<Call, 'args' | 'confirmToken'> {
  const controls = Object.keys(call.args).filter((key) => key.startsWith('__'));
  if (controls.length === 0) return { args: call.args, confirmToken: undefined };
  const { [confirmControl]: confirmToken, ...args } = call.args;
  const unknown = controls.find((key) => key !== confirmControl);
  if (unknown !== undefined) {
    throw refuseControl(
      unknown,
      `${call.tool.name} accepts no control of that name. Leave it out.`,
    );
  }
  if (call.context.inner) {
    throw refuseControl(
      confirmControl,
      'A step takes no approval of its own: put it beside "steps".',
    );
  }
  if (call.tool.effect === 'read' && !call.tool.approvalFor) {
    throw refuseControl(confirmControl, `${call.tool.name} needs no approval. Leave it out.`);
  }
  if (typeof confirmToken !== 'string') {
    throw refuseControl(confirmControl, 'It is the token of an approval, as text.');
  }
  return { args, confirmToken };
}

function refuseControl(name: string, reason: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `${name}: ${reason}`,
    details: { issues: [{ path: [name], message: reason }] },
  });
}
