// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { flagLines, flagsAt } from '../translate/flags.ts';
import type { Flag } from '../translate/flags.ts';
import { keptKubeletFlags, kubeletFlags } from '../translate/kubernetes-flags.ts';
import { commonReasons } from '../translate/left-out.ts';
import { labelsOfFlag, taintsAt, taintsOfFlag } from '../translate/node-keys.ts';
import type { NodeTaint } from '../translate/node-keys.ts';
import type { SharedKeys } from '../translate/shared-keys.ts';
import type { Source } from '../translate/source.ts';

/** Settings for machines from a `KubeadmConfigSpec`. */
export interface KubeadmKeys {
  readonly shared: SharedKeys;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly authorizedKeys: readonly string[];
  readonly cloudInit: string | undefined;
  readonly lines: readonly string[];
}

/** Returns messages about files that are written at the start, by their places on the machine. */
function fileLines(title: string, source: Source, path: string): string[] {
  const files = source.take(path);
  return (Array.isArray(files) ? files : []).map((file: unknown, index) => {
    const on = isMapping(file) && typeof file.path === 'string' ? ` (${file.path})` : '';
    return `${title}: ${path}[${index}]${on} is left out: ${commonReasons.inImage}`;
  });
}

/** Returns the message about a runtime of containers other than containerd. */
function runtimeLines(title: string, source: Source, path: string): string[] {
  const socket = source.text(path);
  const isOther = socket !== undefined && socket !== '' && !socket.includes('containerd');
  return isOther ? [`${title}: ${path} is left out: the runtime is containerd`] : [];
}

/** Returns the public keys of all users, who become one here. */
function keysOfUsers(source: Source, path: string): string[] {
  return [...new Set(source.entries(path).flatMap((user) => user.texts('sshAuthorizedKeys')))];
}

/**
 * Returns what a `KubeadmConfigSpec` says about machines, without what is for control planes alone.
 *
 * @param title - of its object, for messages.
 * @param path - of it in its object.
 * @param phases - keys of it that say how a machine joins.
 */
export function translateKubeadm(
  title: string,
  source: Source,
  path: string,
  phases: readonly string[],
): KubeadmKeys {
  const registrations = phases.map((phase) => `${path}.${phase}.nodeRegistration`);
  const flags = registrations.flatMap((one) => flagsAt(source, `${one}.kubeletExtraArgs`));
  const named = (name: string): readonly Flag[] => flags.filter((flag) => flag.name === name);
  const labels = named('node-labels').map((flag) => labelsOfFlag(title, flag));
  const taints = [
    ...registrations.flatMap((one) => taintsAt(source, `${one}.taints`)),
    ...named('register-with-taints').flatMap(taintsOfFlag),
  ];
  const texts = taints.map((taint) => JSON.stringify(taint));
  const isIgnition = source.text(`${path}.format`) === 'ignition';
  return {
    shared: {
      maxPods: named('max-pods')[0]?.value,
      servingCertificates: named('rotate-server-certificates')[0]?.value,
      ntp: source.texts(`${path}.ntp.servers`),
    },
    labels: Object.assign({}, ...labels.map((one) => one.labels)) as Record<string, string>,
    // Both phases mostly say the same.
    taints: taints.filter((_, index) => texts.indexOf(texts[index] ?? '') === index),
    authorizedKeys: keysOfUsers(source, `${path}.users`),
    cloudInit: isIgnition ? 'ignition' : undefined,
    lines: [
      ...registrations.flatMap((one) => runtimeLines(title, source, `${one}.criSocket`)),
      ...labels.flatMap((one) => one.lines),
      ...flagLines(
        title,
        flags.filter(({ name }) => !keptKubeletFlags.includes(name)),
        kubeletFlags,
      ),
      ...fileLines(title, source, `${path}.files`),
    ],
  };
}
