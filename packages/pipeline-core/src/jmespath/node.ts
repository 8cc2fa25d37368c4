/** A JMESPath expression as a tree of the allowed nodes only. */
export type Node =
  | { readonly type: 'current' }
  | { readonly type: 'literal'; readonly value: unknown }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | SliceNode
  /** `right` is evaluated on what `left` gives: `a.b`, `a[0]`. Null gives null. */
  | { readonly type: 'sub'; readonly left: Node; readonly right: Node }
  | { readonly type: 'pipe'; readonly left: Node; readonly right: Node }
  | { readonly type: 'projection'; readonly left: Node; readonly right: Node }
  | { readonly type: 'values'; readonly left: Node; readonly right: Node }
  | {
      readonly type: 'filter';
      readonly left: Node;
      readonly condition: Node;
      readonly right: Node;
    }
  | { readonly type: 'flatten'; readonly child: Node }
  | { readonly type: 'or'; readonly left: Node; readonly right: Node }
  | { readonly type: 'and'; readonly left: Node; readonly right: Node }
  | { readonly type: 'not'; readonly child: Node }
  | {
      readonly type: 'comparison';
      readonly comparator: Comparator;
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly type: 'list'; readonly items: readonly Node[] }
  | { readonly type: 'object'; readonly entries: readonly (readonly [string, Node])[] }
  | CallNode
  /** `&expression`: handed to a function unevaluated; stands only as a direct argument. */
  | { readonly type: 'reference'; readonly child: Node };

/** `==`, `!=`, `<`, `<=`, `>`, `>=`. */
export type Comparator = 'EQ' | 'NE' | 'LT' | 'LTE' | 'GT' | 'GTE';

/** `[start:stop:step]`; null where nothing is written. */
export interface SliceNode {
  readonly type: 'slice';
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number | null;
}

/** A call of one of the standard functions. */
export interface CallNode {
  readonly type: 'call';
  readonly name: string;
  readonly args: readonly Node[];
}
