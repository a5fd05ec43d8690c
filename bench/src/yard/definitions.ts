// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { defaultRelease, findRelease } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { definitionsOf } from '@strata/manifests/definitions';
import type { Definitions } from '@strata/manifests/definitions';
import { setTimeout } from 'node:timers/promises';

/** Kind that an operator would install. */
interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** @default 'Namespaced' */
  readonly scope?: 'Cluster';
  /** Whether its status is a subresource. */
  readonly hasStatus: boolean;
}

/**
 * Kinds that virt-operator and cdi-operator install themselves and that stacks use.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/crds.go
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/crds_generated.go
 */
const kinds: readonly Kind[] = [
  {
    group: 'kubevirt.io',
    version: 'v1',
    kind: 'VirtualMachine',
    plural: 'virtualmachines',
    hasStatus: true,
  },
  {
    group: 'kubevirt.io',
    version: 'v1',
    kind: 'VirtualMachineInstance',
    plural: 'virtualmachineinstances',
    hasStatus: false,
  },
  {
    group: 'pool.kubevirt.io',
    version: 'v1beta1',
    kind: 'VirtualMachinePool',
    plural: 'virtualmachinepools',
    hasStatus: true,
  },
  {
    group: 'instancetype.kubevirt.io',
    version: 'v1beta1',
    scope: 'Cluster',
    kind: 'VirtualMachineClusterInstancetype',
    hasStatus: false,
    plural: 'virtualmachineclusterinstancetypes',
  },
  {
    group: 'instancetype.kubevirt.io',
    version: 'v1beta1',
    scope: 'Cluster',
    kind: 'VirtualMachineClusterPreference',
    hasStatus: false,
    plural: 'virtualmachineclusterpreferences',
  },
  {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    kind: 'DataVolume',
    plural: 'datavolumes',
    hasStatus: false,
  },
  {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    kind: 'DataSource',
    plural: 'datasources',
    hasStatus: true,
  },
  {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    kind: 'DataImportCron',
    plural: 'dataimportcrons',
    hasStatus: true,
  },
  {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    kind: 'StorageProfile',
    plural: 'storageprofiles',
    scope: 'Cluster',
    hasStatus: true,
  },
];

/** Schema of kinds for which the module has none. */
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function definitionOf(one: Kind, schemas: Definitions): object {
  const { group, kind, plural, scope = 'Namespaced', hasStatus, version } = one;
  const openAPIV3Schema = schemas.get(`${group}/${version}/${kind}`) ?? anything;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          ...(hasStatus && { subresources: { status: {} } }),
        },
      ],
    },
  };
}

/** Upstream manifests whose kinds stacks of user clusters use on the infra cluster. */
const operators = ['multus', 'metallb', 'prometheus-operator'] as const;

function readRelease(): Release {
  const release = findRelease(defaultRelease);
  if (release === undefined) throw new Error(`there is no release ${defaultRelease}`);
  return release;
}

/** Measured release. */
export const measuredRelease = readRelease();

/** Returns definitions that are in no manifest because operators make them. */
async function operandDefinitions(): Promise<readonly object[]> {
  const { cdi, kubevirt } = measuredRelease.components;
  const schemas = await Promise.all([
    definitionsOf('kubevirt', kubevirt.version),
    definitionsOf('cdi', cdi.version),
  ]);
  const known = new Map(schemas.flatMap((found) => [...(found ?? [])]));
  return kinds.map((kind) => definitionOf(kind, known));
}

/** Returns definitions from upstream manifests. */
function upstreamDefinitions(): readonly object[] {
  return operators
    .flatMap((name) => loadManifest(name, measuredRelease.components[name].version).objects)
    .filter(({ kind }: KubernetesObject) => kind === 'CustomResourceDefinition');
}

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Definition {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

async function untilEstablished(api: ApiClient, name: string): Promise<void> {
  for (;;) {
    const { status } = await api.request<Definition>('GET', `${path}/${name}`);
    const found = status?.conditions?.find(({ type }) => type === 'Established');
    if (found?.status === 'True') return;
    await setTimeout(100);
  }
}

async function install(api: ApiClient, definitions: readonly object[]): Promise<void> {
  for (const body of definitions) {
    try {
      await api.request('POST', path, { body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }
  for (const definition of definitions) {
    await untilEstablished(api, (definition as Definition).metadata.name);
  }
}

/** Installs the kinds that operators would install, and waits until they are served. */
export async function installOperandKinds(api: ApiClient): Promise<void> {
  await install(api, await operandDefinitions());
}

/** Installs these kinds and all others that a stack of a user cluster uses on its infra cluster. */
export async function installDefinitions(api: ApiClient): Promise<void> {
  await install(api, [...upstreamDefinitions(), ...(await operandDefinitions())]);
}
