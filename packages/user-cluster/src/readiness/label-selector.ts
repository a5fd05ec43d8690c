// SPDX-License-Identifier: Apache-2.0

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Returns a selector as the query of a list has it. */
export function labelSelector({ matchExpressions = [], matchLabels = {} }: LabelSelector): string {
  const written: Readonly<Record<string, (key: string, values: string) => string>> = {
    In: (key, values) => `${key} in (${values})`,
    NotIn: (key, values) => `${key} notin (${values})`,
    Exists: (key) => key,
    DoesNotExist: (key) => `!${key}`,
  };
  return [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(
      ({ key, operator, values = [] }) => written[operator]?.(key, values.join(',')) ?? key,
    ),
  ].join(',');
}
