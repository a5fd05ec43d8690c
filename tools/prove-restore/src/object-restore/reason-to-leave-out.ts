// SPDX-License-Identifier: Apache-2.0
import { asksPrograms } from './asks-programs.ts';
import { hasEnded } from './has-ended.ts';
import { derivedKinds, leftOutKinds, systemNamespaces } from './left-out-kinds.ts';
import { fieldsOf, groupKind, keyOf, titleOf } from './manifest.ts';
import type { BackupObject, Manifest, OwnerReference } from './manifest.ts';

/** Facts that decide whether an object is brought. */
export interface LeaveOutContext {
  /** Objects of the backup by their uids. */
  readonly byUid: ReadonlyMap<string, BackupObject>;
  /** Objects of the backup by the keys that {@link keyOf} returns. */
  readonly byKey: ReadonlyMap<string, BackupObject>;
  /** Keys of the objects that the stack of the cluster makes inside. */
  readonly ofStack: ReadonlySet<string>;
  /** Whether claims are brought with new, empty volumes. */
  readonly isEmptyVolumes: boolean;
  /** Whether nothing that is brought may run. */
  readonly isStopped: boolean;
}

type Rule = (
  object: BackupObject,
  context: LeaveOutContext,
  above: ReadonlySet<BackupObject>,
) => string | undefined;

/** Names of objects that kubeadm and Kubernetes make in each cluster. */
const ownNames = /^(system:|kubeadm:|system-(cluster|node)-critical$)/;

/** Marks of objects that an API server or a controller writes by itself, with the kinds that have them. */
const ownMarks = [
  'kubernetes.io/bootstrapping',
  'kube-aggregator.kubernetes.io/automanaged',
  'apf.kubernetes.io/autoupdate-spec',
  'kubernetes.io/config.mirror',
];

/** @see https://github.com/kubernetes/api/blob/v0.35.4/discovery/v1/well_known_labels.go */
const managedSlice = 'endpointslice.kubernetes.io/managed-by';

/** Names of objects that controllers make in each namespace. */
const inEachNamespace: ReadonlySet<string> = new Set(['ConfigMap kube-root-ca.crt']);

/** Objects in `default` by which a cluster finds its own API. */
const ofApi = 'Service Endpoints EndpointSlice'
  .split(' ')
  .map((kind) => `${kind} default/kubernetes`);

const isMade: Rule = ({ label, manifest }) => {
  const { annotations, labels, name, namespace } = manifest.metadata;
  const own = 'each cluster makes its own';
  if (namespace !== undefined && systemNamespaces.has(namespace)) return own;
  if (label === 'namespaces' && systemNamespaces.has(name)) return own;
  if (namespace === undefined && ownNames.test(name)) return own;
  if (ownMarks.some((mark) => labels?.[mark] !== undefined || annotations?.[mark] !== undefined)) {
    return own;
  }
  if (inEachNamespace.has(`${manifest.kind} ${name}`)) return own;
  if (ofApi.includes(titleOf(manifest))) return own;
  return groupKind(manifest).startsWith('CustomResourceDefinition.') && name.endsWith('.cilium.io')
    ? own
    : undefined;
};

const isOfStack: Rule = ({ manifest }, { ofStack }) =>
  ofStack.has(keyOf(manifest)) ? 'the stack of each cluster makes its own' : undefined;

const isLeftOutKind: Rule = ({ label }) => leftOutKinds[label];

const isBeingDeleted: Rule = ({ manifest }) =>
  manifest.metadata.deletionTimestamp === undefined
    ? undefined
    : 'was being deleted when the backup was made';

const isEnded: Rule = ({ manifest }) =>
  hasEnded(manifest) ? 'had ended, and would run once more' : undefined;

/** Endpoints follow the selector of the Service with their name. */
const isFollower: Rule = ({ manifest }, { byKey }) => {
  const { labels, name, namespace } = manifest.metadata;
  const controllers = 'the controllers of the target make it anew';
  if (manifest.kind === 'EndpointSlice') {
    return labels?.[managedSlice]?.endsWith('.k8s.io') ? controllers : undefined;
  }
  if (groupKind(manifest) !== 'Endpoints') return undefined;
  const key = keyOf({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  });
  const service = byKey.get(key);
  return service !== undefined && fieldsOf(service.manifest, 'spec').selector !== undefined
    ? controllers
    : undefined;
};

const isClaim: Rule = ({ label }, { isEmptyVolumes }) =>
  label === 'persistentvolumeclaims' && !isEmptyVolumes
    ? 'the data of its volume is not in the backup'
    : undefined;

const cannotBeStopped: Rule = ({ manifest }, { isStopped }) =>
  isStopped && ['Pod', 'DaemonSet.apps'].includes(groupKind(manifest))
    ? 'runs as soon as it is there'
    : undefined;

const asksStopped: Rule = ({ manifest }, { isStopped }) =>
  isStopped && asksPrograms(manifest)
    ? 'asks a program that does not run, and may refuse everything until it does'
    : undefined;

/** Names that change the path of a request; whoever has root on a machine can write them into etcd. */
const isPath = (name: string | undefined) =>
  name !== undefined && (name === '' || name === '.' || name === '..' || /[/%]/.test(name));

/** @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/api/validation/path/name.go */
const hasWrongName: Rule = ({ manifest: { metadata } }) =>
  isPath(metadata.name) || isPath(metadata.namespace)
    ? 'has a name that no API server takes'
    : undefined;

/**
 * Returns the owners of an object that the backup has, with the references to them. An owner in another
 * namespace is none: the garbage collector looks in that of the object alone. It leaves alone what has no
 * namespace and an owner in one.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
 */
export function ownersIn(
  { metadata }: Manifest,
  byUid: ReadonlyMap<string, BackupObject>,
): readonly { readonly object: BackupObject; readonly reference: OwnerReference }[] {
  const { namespace, ownerReferences = [] } = metadata;
  return ownerReferences.flatMap((reference) => {
    const object = byUid.get(reference.uid);
    if (object === undefined) return [];
    const there = object.manifest.metadata.namespace;
    const isNone = there !== undefined && namespace !== undefined && there !== namespace;
    return isNone ? [] : [{ object, reference }];
  });
}

/** An object goes with those that it belongs to: whoever makes them makes it, or nobody needs it. */
const isOwned: Rule = (object, context, above) => {
  const { manifest } = object;
  const { ownerReferences = [] } = manifest.metadata;
  if (ownerReferences.length === 0) return undefined;
  const owners = ownersIn(manifest, context.byUid).map(({ object: owner }) => owner);
  const [controller] = owners;
  if (controller === undefined) return 'belongs to an object that the backup does not have';
  if (derivedKinds.has(groupKind(manifest))) return 'whoever owns it makes it anew';
  // Tenants can write references that go in a circle.
  const all = new Set([...above, object]);
  const isLeftOut = (owner: BackupObject) =>
    !all.has(owner) && reasonToLeaveOut(owner, context, all) !== undefined;
  return owners.every(isLeftOut) ? 'belongs to an object that is left out' : undefined;
};

const rules: readonly Rule[] = [
  hasWrongName,
  isMade,
  isOfStack,
  isLeftOutKind,
  isBeingDeleted,
  isFollower,
  isOwned,
  isEnded,
  isClaim,
  cannotBeStopped,
  asksStopped,
];

/**
 * Returns why an object of a backup is not brought into a cluster; undefined when it is.
 *
 * @param above - objects that belong to this one. Default: none.
 */
export function reasonToLeaveOut(
  object: BackupObject,
  context: LeaveOutContext,
  above: ReadonlySet<BackupObject> = new Set(),
): string | undefined {
  for (const rule of rules) {
    const reason = rule(object, context, above);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Returns the facts of a backup that decide what is left out. */
export function leaveOutContext(
  objects: readonly BackupObject[],
  options: Omit<LeaveOutContext, 'byKey' | 'byUid'>,
): LeaveOutContext {
  return {
    ...options,
    byUid: new Map(
      objects.flatMap((one) =>
        one.manifest.metadata.uid === undefined ? [] : [[one.manifest.metadata.uid, one]],
      ),
    ),
    byKey: new Map(objects.map((one) => [keyOf(one.manifest), one])),
  };
}
