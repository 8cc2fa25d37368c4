import { list } from '../validate/collections.ts';
import type { Rule } from '../validate/rule.ts';
import type { Spot } from '../validate/spot.ts';
import type { Ids } from '../world/ids.ts';
import { type Component, componentRule } from './component-rule.ts';

const ANYWHERE = [1, 9, 10, 12, 13, 14, 17];
const MAXIMUM = 40;

/** The components of a message; how many and which depends on `IS_COMPONENTS_V2`, see {@link checkLayout}. */
export function componentsRule(): Rule<Component[]> {
  return list(componentRule(ANYWHERE), { max: MAXIMUM });
}

/** Without the flag: up to five action rows. With it: up to 40 components, nested ones counted. */
export function checkLayout(components: readonly Component[], v2: boolean, spot: Spot): void {
  if (v2) {
    if (walk(components).length > MAXIMUM) {
      spot.fail('BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MAXIMUM} in length.`);
    }
  } else {
    if (components.length > 5) {
      spot.fail('BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
    }
    for (const [index, { type }] of components.entries()) {
      if (type === 1) continue;
      spot.at(index).fail('UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).');
    }
  }
  checkCustomIds(components, spot);
}

function checkCustomIds(components: readonly Component[], spot: Spot): void {
  const ids = walk(components).flatMap(({ custom_id }) => (custom_id ? [custom_id] : []));
  if (new Set(ids).size !== ids.length) {
    spot.fail('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
  }
}

function walk(components: readonly Component[]): Component[] {
  return components.flatMap((component) => {
    const nested = [component['components'], component['accessory']].flat().filter(Boolean);
    return [component, ...walk(nested as Component[])];
  });
}

/** Components as they are stored: numbered, without nulls, with what Discord fills in. */
export function toStoredComponents(
  components: readonly Component[],
  ids: Ids,
): Record<string, unknown>[] {
  let next = 1;
  const store = (component: Component): Record<string, unknown> => {
    const given = component['id'];
    const id = typeof given === 'number' && given > 0 ? given : next++;
    const kept = Object.entries(component).filter(([, value]) => value !== null);
    const stored: Record<string, unknown> = {
      ...DEFAULTS[component.type],
      ...Object.fromEntries(kept),
      id,
    };
    for (const key of ['media', 'file']) {
      if (stored[key]) stored[key] = unfurl(stored[key] as { url: string }, ids);
    }
    if (stored['items']) {
      stored['items'] = (stored['items'] as { media: { url: string } }[]).map((item) => ({
        description: null,
        spoiler: false,
        ...item,
        media: unfurl(item.media, ids),
      }));
    }
    if (stored['accessory']) stored['accessory'] = store(stored['accessory'] as Component);
    if (stored['components'])
      stored['components'] = (stored['components'] as Component[]).map(store);
    return stored;
  };
  return components.map(store);
}

const SELECT = { min_values: 1, max_values: 1 };

const DEFAULTS: Readonly<Record<number, Record<string, unknown>>> = {
  3: SELECT,
  5: SELECT,
  6: SELECT,
  7: SELECT,
  8: SELECT,
  11: { description: null, spoiler: false },
  13: { spoiler: false, name: null, size: null },
  14: { divider: true, spacing: 1 },
  17: { accent_color: null, spoiler: false },
};

function unfurl({ url }: { url: string }, ids: Ids): Record<string, unknown> {
  return { id: ids.internal(), url, proxy_url: url, width: null, height: null, content_type: null };
}
