/** Text by somebody else in a line of an approval's preview: between brackets that it cannot hold itself. */
export function fenceText(text: string, length = 300): string {
  const inside = text.replaceAll(/[⟦⟬〚]/g, '[').replaceAll(/[⟧⟭〛]/g, ']');
  const characters = [...inside.slice(0, 2 * length + 2)];
  const isLong = characters.length > length;
  return `⟦${isLong ? `${characters.slice(0, length).join('')}…` : inside}⟧`;
}
