// SPDX-License-Identifier: Apache-2.0
import {
  dottedName,
  field,
  listOf,
  oneOf,
  secretField,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { certificateLifetime, placement, placementFields } from './kubevirt-placement-fields.ts';
import { pullSecrets } from './kubevirt-scalars.ts';
import { podResourceRequirements } from './pod-resource-fields.ts';

const gateNames = listOf(text('the name of a feature gate'), 'a list of feature gates');

/** A share for CDI: a text like "0.06" with at most three decimals. */
const share = () =>
  field(
    z.number().min(0).max(1).multipleOf(0.001),
    'a number from 0 to 1 with at most three decimals',
  );

const proxyUrl = (scheme: string) =>
  secretField(
    z.string().regex(/^https?:\/\/\S+$/),
    `the URL of a proxy like "${scheme}://user:password@proxy.example.org:3128"`,
  );

/** The proxy through which importers reach the sources of images. */
const importProxy = field(
  z.strictObject({
    /**
     * Proxy for sources with `http://`; encrypted, because it may contain a user and a password.
     */
    HTTPProxy: proxyUrl('http').optional(),
    /**
     * Proxy for sources with `https://`; encrypted, because it may contain a user and a password.
     */
    HTTPSProxy: proxyUrl('http').optional(),
    /** Hosts, domains and CIDRs that are reached without the proxy. */
    noProxy: listOf(text('a host, a domain or a CIDR'), 'a list of hosts').optional(),
    /** Name of a ConfigMap in CDI's namespace with the certificate of the proxy in `ca.pem`. */
    trustedCAProxy: dottedName().optional(),
  }),
  'a mapping with HTTPProxy, HTTPSProxy, noProxy and trustedCAProxy',
);

const infra = field(
  z.strictObject({
    ...placementFields,
    /** Replicas of cdi-deployment, which does the work. @default 1 */
    deploymentReplicas: wholeNumber(1).optional(),
    /** @default 1 */
    apiServerReplicas: wholeNumber(1).optional(),
    /** @default 1 */
    uploadProxyReplicas: wholeNumber(1).optional(),
  }),
  'a mapping with nodeSelector, tolerations and numbers of replicas',
);

/** How CDI can make a disk from another one, in CDI's terms. */
export const cloneStrategies = ['snapshot', 'csi-clone', 'copy'] as const;

export type CdiCloneStrategy = (typeof cloneStrategies)[number];

/** How a disk is cloned: by a snapshot, by the storage itself, or by pods that copy the data. */
export const cloneStrategyField = oneOf(cloneStrategies);

const fields = z.strictObject({
  /** Feature gates, checked for the release. @default ['HonorWaitForFirstConsumer'] */
  featureGates: gateNames.default(['HonorWaitForFirstConsumer']),
  /**
   * Clone strategy of every StorageClass, regardless of its profile.
   * @default each profile's own
   */
  cloneStrategyOverride: cloneStrategyField.optional(),
  /** Whether the full size of a disk is allocated at once. @default false */
  preallocation: trueOrFalse().optional(),
  /**
   * StorageClass of the space that imports unpack in; its volumes are Filesystem, ReadWriteOnce.
   * @default the cluster's default, else the disk's
   */
  scratchSpaceStorageClass: text('the name of a StorageClass').optional(),
  importProxy: importProxy.optional(),
  /** Registries (`host:port`) without TLS or with a certificate of an unknown CA. */
  insecureRegistries: listOf(text('a registry, host:port'), 'a list of registries').optional(),
  /** `host:port` at which cdi-uploadproxy is reachable for uploads from outside. */
  uploadProxyURLOverride: field(
    z.string().regex(/^[A-Za-z0-9.-]+(:\d+)?$/),
    'a host and port like "uploads.example.org:443"',
  ).optional(),
  /** Share of a Filesystem volume that the file system itself needs. */
  filesystemOverhead: field(
    z.strictObject({
      /** @default 0.06 */
      global: share().optional(),
      /** Shares by StorageClass. */
      storageClass: field(
        z.record(z.string(), share()),
        'a mapping of StorageClasses to numbers from 0 to 1',
      ).optional(),
    }),
    'a mapping with global and storageClass',
  ).optional(),
  /**
   * Resources of the pods that import, upload and clone.
   * @default limits 750m and 600M, requests 100m and 60M
   */
  podResourceRequirements: podResourceRequirements.optional(),
  /** Log level, from 1 (quiet) on. @default 1 */
  logVerbosity: wholeNumber(1).optional(),
  /** Placement of CDI's own Deployments, in addition to `kubernetes.io/os: linux`. */
  infra: infra.optional(),
  /**
   * Placement of the pods that import, upload and clone, in addition to `kubernetes.io/os: linux`.
   */
  workload: placement.optional(),
  /** CDI's own certificates. @default ca 48h, server and client 24h, replaced after half of it */
  certConfig: field(
    z.strictObject({
      ca: certificateLifetime.optional(),
      server: certificateLifetime.optional(),
      client: certificateLifetime.optional(),
    }),
    'a mapping with ca, server and client',
  ).optional(),
  /** Image pull secrets in CDI's namespace. @default none */
  imagePullSecrets: pullSecrets.optional(),
  /**
   * TLS versions and ciphers of its servers.
   * @see https://wiki.mozilla.org/Security/Server_Side_TLS
   * @default 'Intermediate'
   */
  tlsSecurityProfile: oneOf(['Old', 'Intermediate', 'Modern']).optional(),
});

/**
 * How CDI imports and clones disks, `kubevirt-stack:cdi`.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/cdi-config.md
 * @example
 * cdi:
 *   scratchSpaceStorageClass: local
 */
export const cdi = field(fields, 'a mapping with featureGates and other options').default(() =>
  fields.parse({}),
);
