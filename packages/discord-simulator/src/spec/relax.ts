const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([zZ]|[+-]\d\d:\d\d)$/;
const INTEGER = /^-?\d{1,20}$/;

/** Integer fields that are sent as strings because they outgrow 53 bits or because clients do so. */
const SENT_AS_STRING = new Set(['permissions', 'allow', 'deny']);

/** Discord's own examples number the files of a request, where the description has ids as text. */
const HOLDS_FILE_NUMBERS = 'attachments';

/**
 * Brings a value to what the schemas accept where Discord itself accepts (or sends) more: times with
 * an offset, and in requests bit fields as decimal strings.
 */
export function relax(value: unknown, isRequest: boolean, key = ''): unknown {
  if (Array.isArray(value)) {
    const name = key === HOLDS_FILE_NUMBERS ? HOLDS_FILE_NUMBERS : '';
    return value.map((item) => relax(item, isRequest, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const isNumber = key === HOLDS_FILE_NUMBERS && name === 'id' && Number.isInteger(field);
        return [name, isRequest && isNumber ? String(field) : relax(field, isRequest, name)];
      }),
    );
  }
  if (typeof value !== 'string') return value;
  if (isRequest && SENT_AS_STRING.has(key) && INTEGER.test(value)) return Number(value);
  return TIMESTAMP.test(value) ? new Date(value).toISOString() : value;
}
