// SPDX-License-Identifier: Apache-2.0
import { isRefusedLabel } from '@strata/user-cluster/node-labels';
import type { Source } from './source.ts';
import type { Flag } from './flags.ts';

/** A taint as a pool has it. */
export interface NodeTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Taint that kubeadm gives control planes, as it does here. */
const controlPlaneTaint = 'node-role.kubernetes.io/control-plane';

/** Labels of a node, and messages about those that are not kept. */
export interface NodeLabels {
  readonly labels: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
}

/** Returns the parts of a text with commas between them. */
function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Returns the labels that kubelets may give their nodes; others end their start.
 *
 * @param place - of the labels, with the title of their object.
 */
export function allowedLabels(
  labels: readonly (readonly [string, string])[],
  place: string,
): NodeLabels {
  const refused = labels.filter(([key]) => isRefusedLabel(key));
  return {
    labels: Object.fromEntries(labels.filter(([key]) => !isRefusedLabel(key))),
    lines: refused.map(
      ([key]) =>
        `${place} has the label ${key}, which is left out: no node may give it to itself, so set it with kubectl`,
    ),
  };
}

/** Returns the labels of a flag `node-labels`. */
export function labelsOfFlag(title: string, { place, value }: Flag): NodeLabels {
  const labels = listed(value).map((part) => {
    const [key = '', ...rest] = part.split('=');
    return [key, rest.join('=')] as const;
  });
  return allowedLabels(labels, `${title}: ${place}`);
}

const isOther = ({ key }: NodeTaint) => key !== controlPlaneTaint;

/** Returns the taints of a list, without that of control planes, which they have anyway. */
export function taintsAt(source: Source, path: string): NodeTaint[] {
  return source
    .entries(path)
    .map((one) => {
      const value = one.text('value');
      return {
        key: one.text('key') ?? '',
        ...(value !== undefined && { value }),
        effect: one.text('effect') ?? '',
      };
    })
    .filter(isOther);
}

/** Returns the taints of a flag `register-with-taints`: `key=value:effect`. */
export function taintsOfFlag({ value: text }: Flag): NodeTaint[] {
  return listed(text)
    .map((part) => {
      const [, key = '', value = '', effect = ''] =
        /^([^=:]*)(?:=([^:]*))?:?(.*)$/.exec(part) ?? [];
      return { key, ...(value !== '' && { value }), effect };
    })
    .filter(isOther);
}
