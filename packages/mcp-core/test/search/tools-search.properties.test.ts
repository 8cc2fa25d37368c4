import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRegistry, metaTools } from '../../src/index.ts';
import { createToolIndex } from '../../src/search/tool-index.ts';
import { noteTools } from '../fakes.ts';

const registry = createRegistry({ tools: [...noteTools(), ...metaTools()] });
const index = await createToolIndex(registry, { notes_post: '^put up … note, pin' });
const words = ['post', 'a', 'note', 'pipeline', 'pin', 'notes_list', 'get rid of', '…', '^', '🎉'];
const sentence = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(' ')),
);

test('whatever is asked, each answer is an enabled tool, once, and the same each time', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      const found = index.find(text);
      expect(index.find(text)).toEqual(found);
      expect(new Set(found).size).toBe(found.length);
      for (const { name, forwards } of found) {
        expect(registry.isEnabled(name)).toBe(true);
        expect(forwards).toBeUndefined();
      }
    }),
    { numRuns: 500 },
  );
});
