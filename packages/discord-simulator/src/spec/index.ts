export { createSpecCheck, type SpecCheck } from './create-spec-check.ts';
