interface ShortStep {
  readonly step: number;
  readonly resource: string | null;
  readonly operation: string | null;
  readonly executed: boolean;
  readonly transform: string | null;
  readonly types: { readonly output: string | null };
}

/** A plan as the documentation shows it: one line a step, what is called and what comes out. */
export function planInShort(plan: unknown): string {
  const { steps } = plan as { readonly steps: readonly ShortStep[] };
  return steps
    .map(({ step, resource, operation, executed, transform, types }) => {
      const parts = [
        ...(executed ? [`${resource}.${operation}`] : []),
        ...(transform === null ? [] : [transform]),
        types.output ?? 'not declared',
      ];
      return `${step}  ${parts.join(' → ')}`;
    })
    .join('\n');
}
