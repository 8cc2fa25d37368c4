import type { DataRecord, Transform } from '@guildline/pipeline-core';

/** Hides the name in front of the @ of a field, as in `a…@example.org`. */
export const MaskEmail: Transform = {
  name: 'MaskEmail',
  description: 'Hides the name in front of the @. transformSettings.field names the field.',
  input: 'Record',
  output: 'Record',
  terminal: 'none',
  settings: {
    type: 'object',
    properties: { field: { type: 'string', description: 'The field with the address.' } },
    required: ['field'],
    additionalProperties: false,
  },
  checkSettings: ({ field }) =>
    typeof field === 'string' ? [] : [{ path: ['field'], message: 'must be the name of a field' }],
  open: async (settings) => {
    const field = String(settings['field']);
    return {
      apply: async (values) =>
        values.map((value) => {
          const record = value as DataRecord;
          const address = record[field];
          if (typeof address !== 'string' || !address.includes('@')) {
            const message = `Its field "${field}" is no e-mail address. Filter such records before.`;
            return { failure: { code: 'RECORD_TRANSFORM_FAILED', message } };
          }
          const masked = `${address[0]}…${address.slice(address.indexOf('@'))}`;
          return { values: [{ ...record, [field]: masked }] };
        }),
      finish: async () => {},
      close: async () => {},
    };
  },
};
