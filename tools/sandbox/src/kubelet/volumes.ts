// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NotYetThere, type DataSource } from './environment.ts';
import {
  downwardField,
  type ConfigMapSource,
  type DownwardSource,
  type KeyToPath,
  type Pod,
  type SecretSource,
  type TokenSource,
  type Volume,
} from './pod.ts';

/** Files of a volume by their path in it; undefined for a volume that starts empty. */
export type VolumeFiles = ReadonlyMap<string, Buffer>;

/** Returns a ServiceAccount token for the pod. */
export type TokenIssuer = (source: TokenSource) => Promise<string>;

/**
 * Reads the content of a volume from the objects that it comes from.
 *
 * @returns undefined for a volume that starts empty (emptyDir, hostPath and all others).
 * @throws NotYetThere when a Secret or ConfigMap that is not optional is missing.
 */
export async function readVolume(
  pod: Pod,
  volume: Volume,
  data: DataSource,
  issueToken: TokenIssuer,
): Promise<VolumeFiles | undefined> {
  const files = new Map<string, Buffer>();
  const { secret, configMap, downwardAPI, projected } = volume;
  if (secret !== undefined) addSecret(files, pod, secret, data);
  else if (configMap !== undefined) addConfigMap(files, pod, configMap, data);
  else if (downwardAPI !== undefined) addDownward(files, pod, downwardAPI);
  else if (projected === undefined) return undefined;
  for (const source of projected?.sources ?? []) {
    if (source.secret !== undefined) addSecret(files, pod, source.secret, data);
    if (source.configMap !== undefined) addConfigMap(files, pod, source.configMap, data);
    if (source.downwardAPI !== undefined) addDownward(files, pod, source.downwardAPI);
    if (source.serviceAccountToken !== undefined) {
      const token = await issueToken(source.serviceAccountToken);
      files.set(source.serviceAccountToken.path, Buffer.from(token));
    }
  }
  return files;
}

function addSecret(
  files: Map<string, Buffer>,
  pod: Pod,
  source: SecretSource,
  data: DataSource,
): void {
  const name = source.secretName ?? source.name ?? '';
  const found = data.secret(pod.metadata.namespace ?? '', name);
  addData(files, found, source, `Secret ${name}`);
}

function addConfigMap(
  files: Map<string, Buffer>,
  pod: Pod,
  source: ConfigMapSource,
  data: DataSource,
): void {
  const found = data.configMap(pod.metadata.namespace ?? '', source.name);
  addData(files, found, source, `ConfigMap ${source.name}`);
}

function addData(
  files: Map<string, Buffer>,
  found: Readonly<Record<string, Buffer>> | undefined,
  { optional, items }: { readonly optional?: boolean; readonly items?: readonly KeyToPath[] },
  what: string,
): void {
  if (found === undefined) {
    if (optional === true) return;
    throw new NotYetThere(`${what} is not there yet`);
  }
  const wanted = items ?? Object.keys(found).map((key) => ({ key, path: key }));
  for (const { key, path } of wanted) {
    const content = found[key];
    if (content !== undefined) files.set(path, content);
    else if (optional !== true) throw new NotYetThere(`${what} has no key ${key} yet`);
  }
}

function addDownward(files: Map<string, Buffer>, pod: Pod, { items }: DownwardSource): void {
  for (const { path, fieldRef } of items ?? []) {
    if (fieldRef !== undefined) {
      files.set(path, Buffer.from(downwardField(pod, fieldRef.fieldPath)));
    }
  }
}

/**
 * Returns a new name for the folder of a volume's files: the time, and a random number.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/volume/util/atomic_writer.go `newTimestampDir`
 */
function timestampFolder(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '_');
  return `..${time}.${randomInt(2 ** 32)}`;
}

/**
 * Writes a volume's files as a kubelet does: all of them change in one step, when one symbolic link
 * is replaced. Programs that reload certificates watch for that.
 */
export function writeVolume(dir: string, files: VolumeFiles): void {
  mkdirSync(dir, { recursive: true });
  const old = currentData(dir);
  const next = timestampFolder(new Date());
  for (const [path, content] of files) {
    const file = join(dir, next, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o644 });
  }
  mkdirSync(join(dir, next), { recursive: true });
  symlinkSync(next, join(dir, '..data_tmp'));
  renameSync(join(dir, '..data_tmp'), join(dir, '..data'));
  for (const top of new Set([...files.keys()].map((path) => path.split('/')[0] ?? path))) {
    rmSync(join(dir, top), { force: true });
    symlinkSync(join('..data', top), join(dir, top));
  }
  if (old !== undefined) rmSync(join(dir, old), { recursive: true, force: true });
}

function currentData(dir: string): string | undefined {
  try {
    return readlinkSync(join(dir, '..data'));
  } catch {
    return undefined;
  }
}
