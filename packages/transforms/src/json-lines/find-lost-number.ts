const text = /"(?:[^"\\]|\\.)*"/g;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The first whole number of a JSON text that JavaScript cannot hold exactly: ids of 17 digits and
 * more. Numbers with a fraction or an exponent are measurements, not ids.
 */
export function findLostNumber(json: string): string | undefined {
  // Almost no line has so many digits in a row, so almost none is looked at twice.
  if (!/\d{16}/.test(json)) return undefined;
  return json
    .replace(text, '""')
    .match(number)
    ?.find((digits) => /^-?\d+$/.test(digits) && String(Number(digits)) !== digits);
}
