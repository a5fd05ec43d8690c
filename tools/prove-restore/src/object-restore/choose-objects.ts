// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import { cleanManifest } from './clean-manifest.ts';
import { claimsOf } from './claims-of.ts';
import type { BackupClaim } from './claims-of.ts';
import { fieldsOf, groupKind, keyOf, pathOf, titleOf } from './manifest.ts';
import type { BackupObject, Manifest } from './manifest.ts';
import { orderOf } from './order-of-kinds.ts';
import { leaveOutContext, ownersIn, reasonToLeaveOut } from './reason-to-leave-out.ts';
import { systemNamespaces } from './left-out-kinds.ts';

/** Which objects of a backup somebody wants, and how. */
export interface ObjectChoice {
  /** Undefined means all, with the objects that have no namespace. */
  readonly namespaces?: readonly string[];
  /** `<plural>` or `<plural>.<group>`; undefined means all. */
  readonly kinds?: readonly string[];
  readonly isEmptyVolumes: boolean;
  readonly isStopped: boolean;
  /** Whether the target is another cluster than that of the backup. */
  readonly isElsewhere: boolean;
}

/** Owner of an object, by which it is found in the target. */
export interface Owner {
  readonly manifest: Manifest;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** An object that is brought. */
export interface BroughtObject {
  /** `<plural>` or `<plural>.<group>`. */
  readonly label: string;
  readonly manifest: Manifest;
  readonly remarks: readonly string[];
  /** Objects that it belongs to, as the backup has them. */
  readonly owners: readonly Owner[];
}

/** An object that is not brought, though somebody has chosen it. */
export interface LeftOutObject {
  readonly label: string;
  readonly title: string;
  readonly reason: string;
}

/** Result of {@link chooseObjects}. */
export interface ChosenObjects {
  /** In the order in which they are made. */
  readonly brought: readonly BroughtObject[];
  readonly leftOut: readonly LeftOutObject[];
  /** Claims that are left out with their data. */
  readonly claims: readonly BackupClaim[];
}

/** Names that a message lists. */
const named = 30;

/** @throws ProveError when a name is none of those that the backup has. */
function refuseUnknown(option: string, wanted: readonly string[], known: Iterable<string>): void {
  const all = [...new Set(known)].sort();
  const unknown = wanted.filter((one) => !all.includes(one));
  if (unknown.length === 0) return;
  const more = all.length > named ? ` and ${all.length - named} more` : '';
  const has = all.slice(0, named).join(', ');
  throw new ProveError(
    printableLine(`--${option}: the backup has no ${unknown.join(', ')}; it has ${has}${more}.`),
  );
}

const namespaceOf = ({ label, manifest }: BackupObject) =>
  label === 'namespaces' ? manifest.metadata.name : manifest.metadata.namespace;

/** Returns whether somebody has chosen an object by its namespace and its kind. */
export function isWanted(
  object: BackupObject,
  { kinds, namespaces }: Pick<ObjectChoice, 'kinds' | 'namespaces'>,
): boolean {
  return (
    (namespaces === undefined || namespaces.includes(namespaceOf(object) ?? '')) &&
    (kinds === undefined || kinds.includes(object.label))
  );
}

function refuseSystem(namespaces: readonly string[]): void {
  const own = namespaces.filter((one) => systemNamespaces.has(one));
  if (own.length === 0) return;
  throw new ProveError(
    `--namespace: ${own.join(', ')}: kubeadm, Kubernetes and Strata fill it in each cluster. If it is damaged, "npx strata up ENVIRONMENT CLUSTER --refresh" makes what Strata installs, and "npx strata restore" brings back all of a cluster.`,
  );
}

function ownersOf(manifest: Manifest, byUid: ReadonlyMap<string, BackupObject>): readonly Owner[] {
  return ownersIn(manifest, byUid).map(({ object, reference }) => {
    const { blockOwnerDeletion, controller } = reference;
    return {
      manifest: object.manifest,
      ...(controller !== undefined && { controller }),
      ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
    };
  });
}

const namedPorts = z.array(z.looseObject({ nodePort: z.number().optional() }));

/** Returns whether a Service names ports of nodes. */
function namesNodePorts(manifest: Manifest): boolean {
  const { healthCheckNodePort, ports } = fieldsOf(manifest, 'spec');
  const read = namedPorts.safeParse(ports);
  return (
    healthCheckNodePort !== undefined ||
    (read.success && read.data.some(({ nodePort }) => nodePort !== undefined))
  );
}

/** A Service that gets any port of nodes could get the one that another Service names. */
const portRank = ({ manifest }: BroughtObject) =>
  groupKind(manifest) === 'Service' && namesNodePorts(manifest) ? 0 : 1;

const byName = (one: BroughtObject, other: BroughtObject) =>
  one.label.localeCompare(other.label) ||
  pathOf(one.manifest).localeCompare(pathOf(other.manifest));

/**
 * Returns what is brought of a backup, ready to be made, and what is not, with the reasons.
 *
 * @param ofStack - keys of the objects that the stack of the backup's cluster makes inside.
 * @throws ProveError when the backup has no such namespace or kind, or a namespace is the system's.
 */
export function chooseObjects(
  objects: readonly BackupObject[],
  ofStack: ReadonlySet<string>,
  choice: ObjectChoice,
): ChosenObjects {
  const { kinds, namespaces } = choice;
  refuseSystem(namespaces ?? []);
  const known = objects.flatMap((one) => namespaceOf(one) ?? []);
  refuseUnknown('namespace', namespaces ?? [], known);
  refuseUnknown(
    'kind',
    kinds ?? [],
    objects.map(({ label }) => label),
  );
  const context = leaveOutContext(objects, { ...choice, ofStack });
  const brought: BroughtObject[] = [];
  const leftOut: LeftOutObject[] = [];
  for (const object of objects.filter((one) => isWanted(one, choice))) {
    const { label, manifest } = object;
    const reason = reasonToLeaveOut(object, context);
    if (reason === undefined) {
      const owners = ownersOf(manifest, context.byUid);
      brought.push({ label, owners, ...cleanManifest(manifest, choice) });
    } else {
      leftOut.push({ label, title: titleOf(manifest), reason });
    }
  }
  brought.sort(
    (one, other) =>
      orderOf(one.manifest) - orderOf(other.manifest) ||
      portRank(one) - portRank(other) ||
      byName(one, other),
  );
  const wanted = new Set(
    objects
      .filter((one) => namespaces === undefined || namespaces.includes(namespaceOf(one) ?? ''))
      .map(({ manifest }) => keyOf(manifest)),
  );
  const claims = choice.isEmptyVolumes
    ? []
    : claimsOf(objects, context).filter(({ key }) => wanted.has(key));
  return { brought, leftOut, claims };
}
