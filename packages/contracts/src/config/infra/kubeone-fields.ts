// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, secretField, text } from '../field.ts';
import { backups, features } from './kubeone-fields-features.ts';
import { clusterNetwork } from './kubeone-fields-network.ts';

const flag = () => field(z.boolean(), 'true or false');

/** @see https://docs.kubermatic.com/kubeone/v1.14/guides/registry-configuration/ */
const registry = field(
  z.strictObject({
    /** Asked in this order, before the registry itself. */
    mirrors: field(
      z.array(field(z.url({ protocol: /^https?$/ }), 'a URL')).min(1),
      'a list of at least one URL',
    ),
    /** The mirrors' URLs are complete: `/v2` is not added. @default false */
    overridePath: flag().default(false),
    /** The mirrors' certificates are not verified. @default false */
    insecureSkipVerify: flag().default(false),
    username: text('the name of a user').optional(),
    password: secretField(z.string().min(1), 'a password').optional(),
  }),
  'a mapping with mirrors',
);

const containerd = field(
  z.strictObject({
    /** Name of a registry, as images have it, to its mirrors. @default {} */
    registries: field(
      z.record(z.string().regex(/^[a-z0-9*][a-z0-9.:-]*$/), registry),
      'a mapping from registries to their mirrors',
    ).default({}),
    /** @default the pause image of the Kubernetes version */
    sandboxImage: text('an image').optional(),
  }),
  'a mapping with registries and sandboxImage',
).prefault({});

/** Where the images of Kubernetes and of KubeOne's own addons come from, offline. */
const imageRegistry = field(
  z.strictObject({
    /** Every image keeps its path under it. */
    overwrite: field(
      z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?(\/[a-z0-9._/-]*[a-z0-9])?$/),
      'a registry without "https://" and without a slash at the end',
    ),
    /** It speaks HTTP, or has a certificate that nobody vouches for. @default false */
    insecure: flag().default(false),
  }),
  'a mapping with overwrite',
);

/** How the API server is reached: an address in front of all control planes. */
const apiEndpoint = field(
  z.strictObject({
    /** A load balancer or a virtual address of yours; KubeOne makes none. */
    host: text('an address or a host name'),
    /** @default 6443 */
    port: field(z.int().min(1).max(65_535), 'a port from 1 to 65535').default(6443),
    /** Further names in the certificate of the API server. @default [] */
    alternativeNames: listOf(text('an address or a host name'), 'a list of names').default([]),
  }),
  'a mapping with host',
);

/** A Kubernetes cluster that KubeOne makes on hosts. */
export const kubeone = field(
  z.strictObject({
    /** KubeOne's name for the cluster. @default the environment's */
    name: objectName().optional(),
    /** Exact, without a leading `v`; one minor more at a time. */
    version: field(z.string().regex(/^1\.\d+\.\d+$/), 'a version like "1.35.4"'),
    /** The version of KubeOne's API that the manifest is written in. @default v1beta2 */
    apiVersion: oneOf(['v1beta2']).default('v1beta2'),
    apiEndpoint,
    network: clusterNetwork,
    containerd,
    imageRegistry: imageRegistry.optional(),
    /**
     * Whether KubeOne sets up the hosts' package repositories of Kubernetes and containerd. Offline
     * it cannot: the hosts' own repositories must have the packages.
     *
     * @default true
     */
    configurePackageRepositories: flag().default(true),
    features,
    backups: backups.optional(),
    /**
     * Where KubeOne puts its copy of the authorities' keys after a run. The key of Secrets is in that
     * of the first run alone, and a later run writes over it. @default nowhere
     */
    pkiBackupFile: field(
      z.string().regex(/^\/.+\.tar\.gz$/),
      'an absolute path that ends in ".tar.gz"',
    ).optional(),
    /**
     * Whether `pulumi destroy` takes Kubernetes off the hosts, with all that runs on them. Takes
     * effect together with `allowResetOf` only. @default false
     */
    allowReset: flag().default(false),
    /** Repeats the cluster's name, if `allowReset` is true. */
    allowResetOf: objectName().optional(),
  }),
  'a mapping with version and apiEndpoint',
);

/** The checked `kubeone` of an infra stack. */
export type KubeoneConfig = z.output<typeof kubeone>;
