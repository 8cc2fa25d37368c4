// CSV.
export { type CsvReadOptions, readCsvRecords } from './csv/read-csv-records.ts';
export { RecordSetToCSVStringSet } from './csv/record-set-to-csv-string-set.ts';
export { RecordToCSVString } from './csv/record-to-csv-string.ts';
export { renderCsv } from './csv/render-csv.ts';
// JavaScript in a sandbox.
export { javaScriptConventions } from './javascript/conventions.ts';
export { JSFilter } from './javascript/js-filter.ts';
export { TransformJS } from './javascript/transform-js.ts';
// JSON lines.
export { readJsonLines } from './json-lines/read-json-lines.ts';
export { RecordSetToJSONLines } from './json-lines/record-set-to-json-lines.ts';
// PDF.
export { RecordSetToPDF } from './pdf/record-set-to-pdf.ts';
// What the readers take.
export type { TextSource } from './text/decode-text.ts';
export type { ReadOptions } from './text/read-limits.ts';
