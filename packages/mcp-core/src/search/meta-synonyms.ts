import type { Synonyms } from './synonyms.ts';

/** What the tools that work on other tools are asked for. */
export const metaSynonyms: Synonyms = {
  mcp_pipeline: `
    several … calls, several … steps, multiple … steps, many … calls, one request, chain,
    in sequence, one after another, steps at once`,
  mcp_pipeline_check: `
    dry run, validate, without executing, without running, before running, permissions … steps,
    would … work, check … pipeline, check … steps`,
  workflow_start: `
    ^start … workflow, ^run … workflow, long job, in the background, durable, survives,
    over the next, keeps running`,
  workflow_status: `
    how far, progress, workflow … finished, job … finished, workflow … done, job … done,
    status of … workflow, status of … job, still running`,
  workflow_resume: `
    ^continue, resume, pick up … where, retry … workflow, go on with … workflow,
    restart … workflow, failed workflow, was applied, verdict`,
  workflow_cancel: `
    stop … workflow, cancel … workflow, abort … workflow, stop … job, abort … job, cancel … job,
    kill … job, kill … workflow`,
  workflow_list: `
    ^which workflows, ^what workflows, all … workflows, list … workflows, all … jobs,
    ^which … jobs, list … jobs, my … jobs, my workflows`,
  workflow_result: `
    result … workflow, results … workflow, workflow … produce, output … workflow, results … job,
    outcome of … workflow, workflow … return`,
  workflow_answer: `
    ^answer … workflow, waiting workflow, workflow … waiting, approve … workflow,
    approve … waiting`,
  pipeline_discover: `
    what operations, which operations, transforms, which resources, what resources,
    connected systems, data sources, record types, record pipelines`,
  pipeline_execute: `
    export, csv, spreadsheet, excel, pdf, table of, records, report of, javascript,
    process … records, download`,
  get_integration_run: `
    export … done, export … finished, background export, status of … export, handle,
    status of … run`,
  stop_integration_run: `
    stop … export, abort … export, cancel … export, stop … run, abort … run, abort … pipeline,
    stop … pipeline`,
  _status: `
    what is stored, whats stored, stored … server, tools … blocked, blocked … tools,
    missing … tool, stored so far, current state, state … have, already stored,
    before … use … tool`,
};
