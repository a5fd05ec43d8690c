// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { Fatal } from '../fatal.ts';

/** What the cloud controller manager is told about the infra cluster. */
export interface CloudConfig {
  /** File with access to the infra cluster; empty: the cluster that the pod runs in. */
  readonly kubeconfig: string;
  /** Of the virtual machines; empty: the kubeconfig's context says it. */
  readonly namespace: string;
  /** More labels for what is created on the infra cluster. */
  readonly infraLabels: Readonly<Record<string, string>>;
  readonly loadBalancer: {
    readonly enabled: boolean;
    /** In seconds. */
    readonly creationPollInterval: number;
    /** In seconds. */
    readonly creationPollTimeout: number;
    readonly selectorless: boolean;
    readonly enableEPSController: boolean;
  };
  readonly instancesV2: { readonly enabled: boolean; readonly zoneAndRegionEnabled: boolean };
}

/** @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/main/pkg/provider/cloud.go */
const defaults: CloudConfig = {
  kubeconfig: '',
  namespace: '',
  infraLabels: {},
  loadBalancer: {
    ...{ enabled: true, creationPollInterval: 5, creationPollTimeout: 300 },
    ...{ selectorless: false, enableEPSController: false },
  },
  instancesV2: { enabled: true, zoneAndRegionEnabled: true },
};

/**
 * Reads the cloud-config file over upstream's defaults. Stricter than upstream in one thing: a key
 * that nobody reads is an error instead of nothing, because a typing error is all it can be.
 *
 * @throws Fatal with exit code 1.
 */
export function parseCloudConfig(yaml: string): CloudConfig {
  const given = parseYaml(yaml);
  const config = merge(defaults, given, '');
  const { creationPollInterval, creationPollTimeout } = config.loadBalancer;
  return {
    ...config,
    loadBalancer: {
      ...config.loadBalancer,
      creationPollInterval: positive(creationPollInterval, 5),
      creationPollTimeout: positive(creationPollTimeout, 300),
    },
  };
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml) ?? {};
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function merge<T extends object>(base: T, given: unknown, path: string): T {
  if (given === null || given === undefined) return base;
  if (typeof given !== 'object' || Array.isArray(given)) throw wrong(`${path} must be a map`);
  const result = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(given)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(base, key)) {
      throw wrong(`unknown key ${here} (upstream would ignore it in silence)`);
    }
    result[key] = take(result[key], value, here);
  }
  return result as T;
}

function take(base: unknown, value: unknown, path: string): unknown {
  if (path === 'infraLabels') return labels(value, path);
  if (typeof base === 'object' && base !== null) return merge(base, value, path);
  if (value === null) return base;
  if (typeof value !== typeof base) throw wrong(`${path} must be a ${typeof base}`);
  return value;
}

function labels(value: unknown, path: string): Readonly<Record<string, string>> {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  for (const [key, text] of entries) {
    if (typeof text !== 'string') throw wrong(`${path}.${key} must be a string`);
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Upstream takes its default for a time that is not positive. */
function positive(seconds: number, fallback: number): number {
  return seconds > 0 ? seconds : fallback;
}

function wrong(what: string): Fatal {
  return new Fatal(
    `Cloud provider could not be initialized: could not init cloud provider "kubevirt": ` +
      `Failed to unmarshal cloud provider config: ${what}`,
  );
}
