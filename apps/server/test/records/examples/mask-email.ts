import { defineTransform, RecordError, type Transform } from '@guildline/pipeline-core';

/** Hides who it is in an email address. */
export const MaskEmail: Transform = defineTransform({
  name: 'MaskEmail',
  description: 'Hides what stands before the @ of an email address.',
  input: 'Record',
  output: 'Record',
  settings: {
    type: 'object',
    properties: { field: { type: 'string', description: 'Field with the address.' } },
    required: ['field'],
    additionalProperties: false,
  },
  checkSettings: ({ field }) =>
    typeof field === 'string'
      ? []
      : [{ path: ['field'], message: 'This must be the name of a field.' }],
  prepare: ({ field }) => {
    const name = String(field);
    return (record) => {
      const { [name]: address } = record as Readonly<Record<string, unknown>>;
      if (typeof address !== 'string' || !address.includes('@')) {
        throw new RecordError('RECORD_TRANSFORM_FAILED', `${name} holds no email address.`);
      }
      return { ...(record as object), [name]: address.replace(/^.*@/, '…@') };
    };
  },
});
