// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';
import type { FoundBackup } from '../find-backup.ts';
import { ageWords } from '../restore/preview-text.ts';
import type { LeftOutObject } from './choose-objects.ts';
import type { BackupClaim } from './claims-of.ts';
import type { ObjectsQuestion } from './command-line.ts';
import type { ComparedObject } from './compare-target.ts';
import { titleOf } from './manifest.ts';
import { isCustom, startsPods } from './order-of-kinds.ts';
import type { UnreadableObjects } from './read-backup.ts';

/** Facts about objects that are to be brought. */
export interface ObjectsPreview {
  readonly backup: FoundBackup;
  readonly objects: readonly ComparedObject[];
  readonly leftOut: readonly LeftOutObject[];
  readonly missingClaims: readonly BackupClaim[];
  /** Objects that the backup does not give, with the reason. */
  readonly unreadable: readonly UnreadableObjects[];
  /** Groups whose API another server has, which a backup of etcd does not. */
  readonly elsewhere: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Names that one line lists. */
const named = 12;

/** Lists names, the first ones of many. */
function names(all: readonly string[]): string {
  const more = all.length > named ? `, and ${all.length - named} more` : '';
  return all.slice(0, named).join(', ') + more;
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

const placeOf = ({ manifest }: ComparedObject) =>
  manifest.kind === 'Namespace'
    ? manifest.metadata.name
    : (manifest.metadata.namespace ?? 'without a namespace');

/** Lists what is new, by namespace and kind. */
function newLines(objects: readonly ComparedObject[]): string[] {
  const made = objects.filter(({ verdict }) => verdict === 'new');
  if (made.length === 0) return ['  nothing is new'];
  const lines = [`  ${made.length} new:`];
  for (const [place, there] of grouped(made, placeOf)) {
    lines.push(`    ${place}`);
    for (const [label, all] of grouped(there, (one) => one.label)) {
      const first = names(all.map(({ manifest }) => manifest.metadata.name));
      lines.push(`      ${label}: ${first}`);
    }
  }
  const unjudged = made.filter(({ isUnjudged }) => isUnjudged === true).length;
  if (unjudged > 0) {
    lines.push(
      `    ${unjudged} of them cannot be judged before they are made: their namespace or kind comes with them, they are pods, or a webhook does not say`,
    );
  }
  return lines;
}

function presentLines(objects: readonly ComparedObject[]): string[] {
  const same = objects.filter(({ verdict }) => verdict === 'same').length;
  const differing = objects.filter(({ verdict }) => verdict === 'differs');
  const titles = differing.map(({ manifest }) => titleOf(manifest));
  const owned = objects.filter(({ lacksOwners }) => lacksOwners === true);
  return [
    ...(same === 0 ? [] : [`  ${same} there already, as in the backup`]),
    ...(owned.length === 0
      ? []
      : [
          `  ${owned.length} of these get the owners again that they had: ${names(owned.map(({ manifest }) => titleOf(manifest)))}`,
        ]),
    ...(titles.length === 0
      ? []
      : [
          `  ${titles.length} there already with another content, and left as they are; to take the backup's, delete them first: ${names(titles)}`,
        ]),
  ];
}

/** Lists objects by what is said of them: "Service shop/web, Service shop/api: why". */
function saidLines(said: readonly (readonly [ComparedObject, string])[]): string[] {
  return [...grouped(said, ([, words]) => words)].map(([words, all]) => {
    const titles = all.map(([{ manifest }]) => titleOf(manifest));
    return `    ${names(titles)}: ${words}`;
  });
}

function refusedLines(objects: readonly ComparedObject[], target: string): string[] {
  const refused = objects.filter(({ verdict }) => verdict === 'refused');
  if (refused.length === 0) return [];
  const said = refused.map((one) => [one, one.why ?? ''] as const);
  return [`  ${refused.length} refused by ${target}:`, ...saidLines(said)];
}

function remarkLines(objects: readonly ComparedObject[]): string[] {
  const said = objects
    .filter(({ verdict }) => verdict === 'new')
    .flatMap((one) => one.remarks.map((remark) => [one, remark] as const));
  return said.length === 0 ? [] : ['  other than in the backup:', ...saidLines(said)];
}

function leftOutLines(leftOut: readonly LeftOutObject[]): string[] {
  if (leftOut.length === 0) return [];
  const lines = ['  not brought:'];
  for (const [reason, all] of grouped(leftOut, (one) => one.reason)) {
    const kinds = [...grouped(all, ({ label }) => label)];
    const counts = kinds.map(([label, some]) => `${label} (${some.length})`);
    lines.push(`    ${counts.join(', ')}: ${reason}`);
  }
  return lines;
}

function unreadableLine({ kind, namespace, why }: UnreadableObjects): string {
  const place = namespace === undefined ? '' : ` in ${namespace}`;
  return `  ${kind}${place} cannot be read: ${why}`;
}

function elsewhereLines(groups: readonly string[]): string[] {
  if (groups.length === 0) return [];
  return [
    `  of ${groups.join(', ')} the backup has nothing: programs of the cluster serve them, not etcd`,
  ];
}

/** Says how to bring back the data of a claim that the target does not have. */
function claimLine({ cluster, environment, target }: ObjectsQuestion, claim: BackupClaim): string {
  const { isBlock, name, namespace, volume } = claim;
  const title = `    ${namespace}/${name}`;
  if (volume === undefined) return `${title}: its volume was none of the platform`;
  if (target !== `${environment}.${cluster}`) return `${title}: the volume ${volume} of ${cluster}`;
  const block = isBlock ? ' --block' : '';
  return `${title}: npx strata restore-volumes ${environment} ${cluster} --volume ${volume} --as ${namespace}/${name}${block}`;
}

function claimLines(question: ObjectsQuestion, claims: readonly BackupClaim[]): string[] {
  if (claims.length === 0) return [];
  return [
    '  claims of the backup that are missing; their data is in no backup of etcd:',
    ...claims.map((claim) => claimLine(question, claim)),
  ];
}

const isNew = ({ verdict }: ComparedObject) => verdict === 'new';

function warningLines(question: ObjectsQuestion, objects: readonly ComparedObject[]): string[] {
  const { cluster, environment, isStopped, target } = question;
  const made = objects.filter(isNew);
  const bindings = made.filter(({ manifest }) => manifest.kind.endsWith('RoleBinding')).length;
  const running = made.filter(({ manifest }) => startsPods(manifest));
  const custom = running.filter(({ manifest }) => isCustom(manifest));
  const isElsewhere = target !== `${environment}.${cluster}`;
  const kinds = [...new Set(custom.map(({ label }) => label))];
  return [
    ...(bindings === 0
      ? []
      : [
          `  rights come back (role bindings: ${bindings}): look whether any was taken away since the backup`,
        ]),
    ...(isElsewhere && running.length > 0 && !isStopped
      ? [
          `  programs do what those of ${environment}.${cluster} do, with the same Secrets: they send, charge and write to the same places; --stopped brings them without letting them run`,
        ]
      : []),
    ...(isStopped && kinds.length > 0
      ? [`  --stopped does not reach what operators make of ${names(kinds)}`]
      : []),
  ];
}

/** Says what bringing objects of a backup would do. */
export function objectsText(question: ObjectsQuestion, preview: ObjectsPreview): string {
  const { backup, elsewhere, leftOut, missingClaims, now, objects, unreadable } = preview;
  const { cluster, environment, out, target } = question;
  const age = ageWords(now - Date.parse(backup.time));
  const place = out === undefined ? `into ${target}` : `to files in ${out}`;
  return [
    `${environment}.${cluster}: objects of the backup ${backup.id.slice(0, 8)} of ${backup.time} (${age}), ${place}`,
    ...newLines(objects),
    ...presentLines(objects),
    ...refusedLines(objects, target),
    ...remarkLines(objects),
    ...leftOutLines(leftOut),
    ...unreadable.map(unreadableLine),
    ...elsewhereLines(elsewhere),
    ...claimLines(question, missingClaims),
    ...warningLines(question, objects),
  ]
    .map(printableLine)
    .join('\n');
}
