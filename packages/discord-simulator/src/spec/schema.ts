/** The part of a zod schema that the check reads. */
export interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
  readonly _zod: { readonly def: SchemaDefinition };
}

export interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
}

interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly innerType?: Schema;
  readonly left?: Schema;
  readonly right?: Schema;
  readonly getter?: () => Schema;
}

/** Issues as `path: message`; of a union the branch that fits best is told. */
export function describeIssues(issues: readonly Issue[], at: string): string[] {
  return issues.flatMap((issue) => {
    const place = issue.path.reduce<string>((path, key) => `${path}.${String(key)}`, at);
    const branches = (issue.errors ?? []).map((branch) => describeIssues(branch, place));
    const best = branches.toSorted((a, b) => a.length - b.length)[0];
    return best && best.length > 0 ? best : [`${place}: ${issue.message}`];
  });
}

/** Keys of the value that the schema has no name for, as paths. A value that does not fit has none. */
export function findUnknownKeys(schema: Schema, value: unknown, at: string): string[] {
  const { type, shape, element, options, innerType, left, right, getter } = schema._zod.def;
  if (value === null || typeof value !== 'object') return [];
  if (type === 'lazy' && getter) return findUnknownKeys(getter(), value, at);
  if (innerType) return findUnknownKeys(innerType, value, at);
  if (element && Array.isArray(value)) {
    return value.flatMap((item, index) => findUnknownKeys(element, item, `${at}.${index}`));
  }
  if (options) return unknownToAll(options, value, at);
  if (left && right) {
    const known = findUnknownKeys(right, value, at);
    return findUnknownKeys(left, value, at).filter((key) => known.includes(key));
  }
  return shape ? unknownToShape(shape, value as Record<string, unknown>, at) : [];
}

function unknownToAll(options: readonly Schema[], value: unknown, at: string): string[] {
  const fitting = options.filter((option) => option.safeParse(value).success);
  return (
    fitting
      .map((option) => findUnknownKeys(option, value, at))
      .toSorted((a, b) => a.length - b.length)[0] ?? []
  );
}

function unknownToShape(
  shape: Readonly<Record<string, Schema>>,
  value: Record<string, unknown>,
  at: string,
): string[] {
  return Object.entries(value).flatMap(([key, field]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return known ? findUnknownKeys(known, field, `${at}.${key}`) : [`${at}.${key}`];
  });
}
