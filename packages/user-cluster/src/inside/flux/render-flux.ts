// SPDX-License-Identifier: Apache-2.0
import { renderRules } from '@strata/contracts/accounts';
import { withWorkloadSettings } from '@strata/manifest-objects';
import type { KubernetesObject, Manifest } from '@strata/manifests';
import type { UserClusterConfig } from '../../config/index.ts';
import { waitingForWorkers } from '../without-workers.ts';
import { fluxControllers, fluxNamespace } from './flux-names.ts';
import { kustomizeControllerRole, sourceControllerRights } from './flux-rights.ts';

type Configuration = Pick<UserClusterConfig, 'kubernetes' | 'pools'>;

const [sourceController, kustomizeController] = fluxControllers;
const workload = (name: string) => `Deployment/${fluxNamespace}/${name}`;
const container = 'manager';

/**
 * They look at their own namespace alone. Else whoever may make a Kustomization in any namespace would be
 * cluster-admin by it.
 *
 * @see https://fluxcd.io/flux/installation/configuration/multitenancy/
 */
const ownNamespace = '--watch-all-namespaces=false';

/**
 * Returns the arguments of each controller in addition to upstream's own; of two that say the same, the
 * later one counts.
 */
function argsOf({ kubernetes }: Configuration) {
  const service = `${sourceController}.$(RUNTIME_NAMESPACE).svc.${kubernetes.dnsDomain}.`;
  return {
    [sourceController]: [ownNamespace, `--storage-adv-addr=${service}`],
    // A base in another repository would be fetched at every run, and by nobody's choice but its author's.
    [kustomizeController]: [ownNamespace, '--no-remote-bases=true'],
  };
}

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly env?: readonly object[] }[] };
    };
  };
}

/** The garbage collector works harder before the limit ends the program. */
const memoryLimit = {
  name: 'GOMEMLIMIT',
  valueFrom: { resourceFieldRef: { containerName: container, resource: 'limits.memory' } },
};

/**
 * Returns a Deployment with what Flux's own installation adds to it. `--events-addr` is left out: it names
 * the notification-controller, which is not installed.
 *
 * @see https://github.com/fluxcd/flux2/blob/v2.9.5/manifests/bases/source-controller/patch.yaml
 * @see https://github.com/fluxcd/flux2/blob/v2.9.5/manifests/bases/kustomize-controller/patch.yaml
 */
function asInstalled(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Deployment') return object;
  const { metadata, spec } = object as Deployment;
  const containers = spec.template.spec.containers.map((one) => ({
    ...one,
    env: [...(one.env ?? []), memoryLimit],
  }));
  const pod = {
    ...spec.template.spec,
    containers,
    priorityClassName: 'system-cluster-critical',
    serviceAccountName: metadata.name,
  };
  return { ...object, spec: { ...spec, template: { ...spec.template, spec: pod } } };
}

const rbac = 'rbac.authorization.k8s.io';

const roleRef = (kind: 'Role' | 'ClusterRole', name: string) => ({ apiGroup: rbac, kind, name });

const subjects = (name: string) => [{ kind: 'ServiceAccount', name, namespace: fluxNamespace }];

/** Name of the binding of kustomize-controller, the one program inside that is cluster-admin. */
export const reconcilerBinding = 'flux-kustomize-controller';

const rights: readonly KubernetesObject[] = [
  {
    apiVersion: `${rbac}/v1`,
    kind: 'Role',
    metadata: { name: sourceController, namespace: fluxNamespace },
    rules: renderRules(sourceControllerRights),
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: sourceController, namespace: fluxNamespace },
    roleRef: roleRef('Role', sourceController),
    subjects: subjects(sourceController),
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: reconcilerBinding },
    roleRef: roleRef('ClusterRole', kustomizeControllerRole),
    subjects: subjects(kustomizeController),
  },
];

/**
 * Returns the locked manifest of Flux with the settings of this cluster, and with rights of its own:
 * upstream's manifest would give both controllers those of all controllers that Flux has.
 *
 * @param manifest - of the component `flux`.
 */
export function renderFlux(manifest: Manifest, config: Configuration): Manifest {
  const args = argsOf(config);
  const settings = Object.fromEntries(
    fluxControllers.map((name) => [workload(name), { [container]: { args: args[name] } }]),
  );
  const told = withWorkloadSettings(manifest.objects, settings).map(asInstalled);
  return { ...manifest, objects: [...waitingForWorkers(told, config), ...rights] };
}
