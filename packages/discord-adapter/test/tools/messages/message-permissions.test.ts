import { expect, test } from 'vitest';
import {
  messagePermissions,
  messagePermissionsFor,
} from '../../../src/tools/messages/message-permissions.ts';

test('plain text needs no more than sending does', () => {
  expect(messagePermissionsFor({ content: 'Hello' })).toEqual(['VIEW_CHANNEL', 'SEND_MESSAGES']);
});

test.each([
  ['files', [{ name: 'a.txt', text: '' }], 'ATTACH_FILES'],
  ['embeds', [{ title: 'Agenda' }], 'EMBED_LINKS'],
  ['poll', { question: { text: 'When?' }, answers: [] }, 'SEND_POLLS'],
  ['message_reference', { message_id: '1200000000000000001' }, 'READ_MESSAGE_HISTORY'],
  ['tts', true, 'SEND_TTS_MESSAGES'],
])('%s need a permission of their own, known from a template too', (name, value, permission) => {
  expect(messagePermissionsFor({ [name]: value })).toContain(permission);
  expect(messagePermissionsFor({ [name]: '{{ earlier.result }}' })).toContain(permission);
  expect(messagePermissions).toContain(permission);
});
