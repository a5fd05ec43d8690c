// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { KubevirtStackConfig } from '../config/index.ts';

type Settings = KubevirtStackConfig['cdi'];

/** Arguments of {@link ContainerizedDataImporter}. */
export interface ContainerizedDataImporterArgs {
  readonly environment: string;
  /** Version that the operator installs, without a leading `v`. */
  readonly version: string;
  /** Settings that were checked for the installed release. */
  readonly settings: Settings;
}

/** CDI's default placement. Configured values are merged over it. */
const defaults = {
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
};

/**
 * The CDI object, from which the operator installs CDI. Ready when images can be imported and every
 * StorageClass has its StorageProfile.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/cdi-config.md
 */
export class ContainerizedDataImporter extends apiextensions.CustomResource {
  constructor(
    name: string,
    { environment, version, settings }: ContainerizedDataImporterArgs,
    options: pulumi.CustomResourceOptions = {},
  ) {
    super(
      `${name}-installation`,
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'CDI',
        metadata: {
          name: 'cdi',
          labels: platformLabels(environment),
          // Available alone would be true too early: the operator may not have begun an update yet.
          annotations: waitingFor(
            `jsonpath={.status.observedVersion}=v${version}`,
            'condition=Available',
          ),
        },
        spec: renderCdi(settings),
      },
      {
        ...options,
        customTimeouts: { create: '15m', update: '15m', delete: '15m' },
        aliases: [
          formerComponent('kubevirt-stack:ContainerizedDataImporter', name, options.parent),
        ],
      },
    );
  }
}

/** Returns `spec` of the CDI object. Settings that are left out keep CDI's built-in value. */
export function renderCdi(settings: Settings) {
  const { infra = {}, workload = {} } = settings;
  return {
    imagePullPolicy: 'IfNotPresent',
    // Refuses the deletion of CDI while imported disks exist, instead of deleting them with it.
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    cloneStrategyOverride: settings.cloneStrategyOverride,
    certConfig: settings.certConfig,
    config: renderConfig(settings),
    infra: {
      ...infra,
      nodeSelector: { ...defaults.nodeSelector, ...infra.nodeSelector },
      tolerations: [...defaults.tolerations, ...(infra.tolerations ?? [])],
    },
    workload: { ...workload, nodeSelector: { ...defaults.nodeSelector, ...workload.nodeSelector } },
  };
}

function renderConfig(settings: Settings) {
  const profile = settings.tlsSecurityProfile;
  return {
    featureGates: [...settings.featureGates],
    preallocation: settings.preallocation,
    scratchSpaceStorageClass: settings.scratchSpaceStorageClass,
    importProxy: renderProxy(settings.importProxy),
    insecureRegistries: settings.insecureRegistries,
    uploadProxyURLOverride: settings.uploadProxyURLOverride,
    filesystemOverhead: renderOverhead(settings.filesystemOverhead),
    podResourceRequirements: settings.podResourceRequirements,
    logVerbosity: settings.logVerbosity,
    imagePullSecrets: settings.imagePullSecrets?.map((secret) => ({ name: secret })),
    tlsSecurityProfile: profile && { type: profile, [profile.toLowerCase()]: {} },
  };
}

/** Renders the proxies as secrets: the URLs may contain a password. */
function renderProxy(proxy: Settings['importProxy']) {
  if (proxy === undefined) return undefined;
  const { HTTPProxy, HTTPSProxy, noProxy, trustedCAProxy } = proxy;
  return {
    HTTPProxy: HTTPProxy === undefined ? undefined : pulumi.secret(HTTPProxy),
    HTTPSProxy: HTTPSProxy === undefined ? undefined : pulumi.secret(HTTPSProxy),
    noProxy: noProxy?.join(','),
    trustedCAProxy,
  };
}

/** Renders shares as text, as CDI expects them. */
function renderOverhead(overhead: Settings['filesystemOverhead']) {
  if (overhead === undefined) return undefined;
  const { global, storageClass } = overhead;
  return {
    global: global === undefined ? undefined : String(global),
    storageClass:
      storageClass &&
      Object.fromEntries(
        Object.entries(storageClass).map(([name, share]) => [name, String(share)]),
      ),
  };
}
