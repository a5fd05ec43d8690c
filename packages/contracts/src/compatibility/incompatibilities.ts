// SPDX-License-Identifier: Apache-2.0
import { releases } from '../releases.ts';
import { badCells } from './bad-cells.ts';
import type { BadCell, CellSide } from './bad-cells.ts';
import { supportWindows } from './support-windows.ts';
import type { SupportWindow } from './support-windows.ts';
import { compareVersions, minorOf, minorsAhead } from '../version-numbers.ts';
import { parts } from './versions.ts';
import type { Part, Versions } from './versions.ts';

/** Two parts whose versions are not compatible. */
export interface Incompatibility {
  readonly parts: readonly [Part, Part];
  readonly level: BadCell['level'];
  /** One sentence with both versions, the reason and the fix. */
  readonly message: string;
  readonly source: string;
}

/** The tables, replaced in tests. */
export interface CompatibilityTables {
  readonly windows: readonly SupportWindow[];
  readonly cells: readonly BadCell[];
}

const tables: CompatibilityTables = { windows: supportWindows, cells: badCells };

/**
 * Number of minors that a pool may be behind the API: Kubernetes allows three; Strata tests one.
 *
 * @see https://kubernetes.io/releases/version-skew-policy/#kubelet
 */
export const poolMayBeBehind = 1;

function shown(part: Part, versions: Versions): string {
  const { guestOs } = versions;
  if (part === 'guestOs') return `${guestOs?.name ?? ''} ${guestOs?.version ?? ''}`;
  return `${parts[part]} ${versions[part] ?? ''}`;
}

function outside(versions: Versions, { windows }: CompatibilityTables): Incompatibility[] {
  return windows.flatMap(({ minor, newest, of, oldest, part, source }) => {
    const [version, judged] = [versions[part], versions[of]];
    if (version === undefined || judged === undefined || minorOf(version) !== minor) return [];
    const isOld = oldest !== undefined && compareVersions(judged, oldest) < 0;
    const isNew = compareVersions(judged, newest) > 0;
    if (!isOld && !isNew) return [];
    const offer = oldest === undefined ? `up to ${newest}` : `${oldest} to ${newest}`;
    const message = `${shown(part, versions)} and ${shown(of, versions)} do not go together: ${parts[part]} ${minor} is made for ${offer}`;
    return [{ parts: [part, of], level: 'refused', message, source }];
  });
}

function isIn({ before, from, names, part }: CellSide, versions: Versions): boolean {
  const version = part === 'guestOs' ? versions.guestOs?.version : versions[part];
  if (version === undefined) return false;
  const isNamed = names === undefined || names.includes(versions.guestOs?.name ?? '');
  return (
    isNamed &&
    (from === undefined || compareVersions(version, from) >= 0) &&
    (before === undefined || compareVersions(version, before) < 0)
  );
}

const verdicts: Readonly<Record<BadCell['level'], string>> = {
  refused: 'do not go together',
  warned: 'go together only with care',
  handled: 'go together only with care',
};

function inCells(versions: Versions, { cells }: CompatibilityTables): Incompatibility[] {
  return cells
    .filter(({ one, other }) => isIn(one, versions) && isIn(other, versions))
    .map(({ level, one, other, reason, source }) => ({
      parts: [one.part, other.part],
      level,
      message: `${shown(one.part, versions)} and ${shown(other.part, versions)} ${verdicts[level]}: ${reason}`,
      source,
    }));
}

function skew({ kubelet, kubernetes }: Versions): Incompatibility[] {
  if (kubelet === undefined || kubernetes === undefined) return [];
  const behind = minorsAhead(kubernetes, kubelet);
  const isNewer = compareVersions(kubelet, kubernetes) > 0;
  if (!isNewer && behind <= poolMayBeBehind) return [];
  const reason = isNewer
    ? 'a node must not be newer than the API; update the control plane first'
    : 'a pool may stay one minor behind; update the pool first';
  return [
    {
      parts: ['kubelet', 'kubernetes'],
      level: 'refused',
      message: `${parts.kubelet}, ${kubelet}, and of its control plane, ${kubernetes}, do not go together: ${reason}`,
      source: 'https://kubernetes.io/releases/version-skew-policy/#kubelet',
    },
  ];
}

/**
 * Reports KubeVirt and CDI versions that no release combines: only the pairs of releases are
 * tested.
 */
function unreleased({ cdi, kubevirt }: Versions): Incompatibility[] {
  if (kubevirt === undefined || cdi === undefined) return [];
  const tested = releases.map(({ components }) => components);
  const isTested = tested.some(
    (one) =>
      minorOf(one.kubevirt.version) === minorOf(kubevirt) &&
      minorOf(one.cdi.version) === minorOf(cdi),
  );
  if (isTested) return [];
  const pairs = tested.map(
    (one) => `KubeVirt ${minorOf(one.kubevirt.version)} with CDI ${minorOf(one.cdi.version)}`,
  );
  return [
    {
      parts: ['kubevirt', 'cdi'],
      level: 'refused',
      message: `${parts.kubevirt} ${kubevirt} and ${parts.cdi} ${cdi} do not go together: no release has both; tested are ${[...new Set(pairs)].join(', ')}`,
      source: 'https://github.com/kubevirt/containerized-data-importer#deploy-it',
    },
  ];
}

/**
 * Returns every pair among these versions that is known to be incompatible, or that no release has
 * tested.
 */
export function incompatibilities(
  versions: Versions,
  known: CompatibilityTables = tables,
): Incompatibility[] {
  return [
    ...outside(versions, known),
    ...inCells(versions, known),
    ...skew(versions),
    ...unreleased(versions),
  ];
}
