/** Text by somebody else in a line of an approval's preview: between brackets that it cannot hold itself. */
export function fenceText(text: string, length = 300): string {
  const inside = text.replaceAll(/[⟦⟬〚]/g, '[').replaceAll(/[⟧⟭〛]/g, ']');
  const characters = [...inside.slice(0, 2 * length + 2)];
  const isLong = characters.length > length;
  return `⟦${isLong ? `${characters.slice(0, length).join('')}…` : inside}⟧`;
}

/** Characters of a text on one line of a preview. */
const lineLength = 400;

/** A text of up to 2,000 characters in full, over as many lines of a preview as it takes. */
export function toPreviewLines(label: string, text: string): string[] {
  const characters = [...text];
  const count = Math.min(5, Math.max(1, Math.ceil(characters.length / lineLength)));
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const part = characters.slice(
      index * lineLength,
      isLast ? undefined : (index + 1) * lineLength,
    );
    return `${index === 0 ? label : `${label}, continued`}: ${fenceText(part.join(''), lineLength)}`;
  });
}
