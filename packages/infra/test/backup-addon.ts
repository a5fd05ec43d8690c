// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { ownAddonFile } from '../src/kubeone/own-addons.ts';

/** Text of the addon that backs up the infra cluster: a template of KubeOne. */
export const backupAddon = readFileSync(ownAddonFile('backups-restic'), 'utf8');

/** Commands that the containers of the addon run on a control plane. */
export interface BackupCommands {
  /** Arguments of etcdctl, which makes the snapshot. */
  readonly snapshot: readonly string[];
  /** Variables of etcdctl. */
  readonly snapshotEnv: Readonly<Record<string, string>>;
  /** Script that adds the keys and stores everything with restic. */
  readonly upload: string;
}

/** Returns what the addon runs, as KubeOne renders it without parameters, with paths of the host below `root`. */
export function backupCommands(root: string): BackupCommands {
  const rendered = backupAddon
    .replaceAll(/\{\{[^}]*\}\}/g, '')
    .replaceAll(/\/(?=etc\/kubernetes|backup\b)/g, `${root}/`);
  const [, args = ''] = /- etcdctl\n +args:\n([\s\S]*?)\n +env:/.exec(rendered) ?? [];
  const [, upload = ''] = /- \|-\n([\s\S]*?)\n {12}env:/.exec(rendered) ?? [];
  const variables = rendered.matchAll(/- name: (ETCDCTL_\w+)\n +value: "?([^"\n]+)"?/g);
  return {
    snapshot: args.split('\n').map((line) => line.replace(/^ *- /, '')),
    snapshotEnv: Object.fromEntries(
      [...variables].map(([, name = '', value = '']) => [name, value]),
    ),
    upload,
  };
}
