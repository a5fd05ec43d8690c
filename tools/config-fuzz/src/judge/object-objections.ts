// SPDX-License-Identifier: Apache-2.0
import type { RecordedResource } from '@strata/testing';
import { givesAway } from '../generate/secret-texts.ts';

interface Metadata {
  readonly name?: unknown;
  readonly namespace?: unknown;
  readonly labels?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const subdomain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const labelValue = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
const labelName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

function isLabelKey(key: string): boolean {
  const [name = '', prefix, ...more] = key.split('/').reverse();
  return (
    labelName.test(name) && (prefix === undefined || subdomain.test(prefix)) && more.length === 0
  );
}

/** Kinds whose names may have any characters that are allowed in a path segment. */
const freelyNamed = /:(?:Cluster)?Role(?:Binding)?(?:Patch)?$/;

/**
 * Returns what an API server would refuse in an object's metadata.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
function metadataObjections(type: string, metadata: Metadata): string[] {
  const { annotations = {}, labels = {}, name, namespace } = metadata;
  const isName = (text: unknown) => typeof text === 'string' && subdomain.test(text);
  const isFree = freelyNamed.test(type) && typeof name === 'string' && !/[/%]/.test(name);
  return [
    ...(name === undefined || isFree || isName(name) ? [] : [`the name ${JSON.stringify(name)}`]),
    ...(namespace === undefined || (typeof namespace === 'string' && label.test(namespace))
      ? []
      : [`the namespace ${JSON.stringify(namespace)}`]),
    ...Object.entries(labels)
      .filter(([key, value]) => !isLabelKey(key) || !labelValue.test(String(value)))
      .map((one) => `the label ${one.join(': ')}`),
    ...Object.entries(annotations)
      .filter(([key, value]) => !isLabelKey(key.toLowerCase()) || typeof value !== 'string')
      .map((one) => `the annotation ${one.join(': ')}`),
  ];
}

/**
 * Returns secrets that would be in the state in plain text, and metadata that no API server
 * accepts.
 */
export function objectObjections(resource: RecordedResource): string[] {
  const { inputs, name, secretInputs, type } = resource;
  const open = Object.entries(inputs).filter(([key]) => !secretInputs.includes(key));
  const secrets = [
    ...(givesAway(name) ? ['a secret in its name'] : []),
    ...open
      .filter(([, value]) => givesAway(JSON.stringify([value])))
      .map(([key]) => `a secret in the open input "${key}"`),
  ];
  const metadata = type.startsWith('kubernetes:') ? (inputs.metadata as Metadata | undefined) : {};
  const wrong = metadataObjections(type, metadata ?? {}).map((what) => `${what} is none`);
  return [...secrets, ...wrong].map((what) => `${type} ${name}: ${what}`);
}
