// SPDX-License-Identifier: Apache-2.0
import type { Choice } from './choose-addresses.ts';
import type { ImportedFile } from './imported-file.ts';
import type { Mapping } from './mapping.ts';
import { printNotKept } from './translate/print-not-kept.ts';
import type { Translation } from './translate/translation.ts';
import type { UserClusterOptions } from './user-cluster-options.ts';

/** Values that the file of a new cluster takes from that of another product. */
export interface ImportedKeys extends Pick<Translation, 'kubernetes'> {
  /** Returns the configuration of a new cluster with these keys in it. */
  readonly into: (config: Mapping) => Mapping;
}

/** Facts about the new cluster that {@link importedKeys} needs. */
export interface ImportedContext {
  readonly options: UserClusterOptions;
  /** Configuration of its profiles. */
  readonly said: Mapping;
  /** Its addresses. */
  readonly choice: Choice;
}

/** Machines, as far as their size goes. */
interface SizedMachines {
  readonly name?: string;
  readonly instancetype?: string;
  readonly cpu?: number;
  readonly memoryGiB?: number;
  readonly memoryMiB?: number;
}

/**
 * Refuses machines without a size: no key of Strata that is missing tells what the other file lacks.
 *
 * @throws Error naming their pools.
 */
function refuseWithoutSize(
  { path, product }: ImportedFile,
  machines: readonly SizedMachines[],
): void {
  const names = machines
    .filter(({ instancetype }) => instancetype === undefined)
    .filter(({ cpu, memoryGiB, memoryMiB }) => !cpu || (memoryGiB ?? memoryMiB) === undefined)
    .map(({ name = '?' }) => `"${name}"`);
  if (names.length === 0) return;
  throw new Error(
    `${path} does not say how large the machines of ${names.join(', ')} are: ${product.sizeAdvice}, ` +
      'or an instancetype of the platform (VirtualMachineClusterInstancetype).',
  );
}

/** Options of the generator that MachineDeployments say themselves. */
const saidByDeployments = ['workers', 'vlan'] as const;

/** Returns whether somebody has set an option. */
const isAsked = (options: UserClusterOptions, name: keyof UserClusterOptions) =>
  options[name] !== undefined && options[name] !== false;

/** @throws Error when an option or a profile says what the file says, too. */
function refuseTwice(
  { path, product: { asking }, translation }: ImportedFile,
  { options, said }: ImportedContext,
): void {
  const { controlPlane, pools } = translation.config;
  if (controlPlane !== undefined && isAsked(options, 'instancetype')) {
    throw new Error(
      `The ${asking.controlPlane} of ${path} says how large the control plane is: leave out --instancetype.`,
    );
  }
  if (pools === undefined) return;
  const twice = saidByDeployments.filter((name) => isAsked(options, name));
  if (twice.length > 0) {
    const flags = twice.map((name) => `--${name}`).join(', ');
    throw new Error(`The ${asking.pools}s of ${path} are the pools: leave out ${flags}.`);
  }
  if (said.pools !== undefined) {
    throw new Error(`A profile says pools, and so do the ${asking.pools}s of ${path}.`);
  }
}

/** Returns messages about ranges of addresses that the new cluster cannot have. */
function rangeLines({ ranges = {} }: Translation, { choice, options }: ImportedContext): string[] {
  const pairs = [
    ['pods', 'kubernetes.podCidr', ranges.pods, choice.podCidr],
    ['Services', 'kubernetes.serviceCidr', ranges.services, choice.serviceCidr],
  ] as const;
  return pairs.flatMap(([what, key, wanted, chosen]) =>
    wanted === undefined || wanted === chosen
      ? []
      : [
          `Cluster: the range ${wanted} of ${what} is not free in the address plan of "${options.environment}": ${key} is ${chosen}`,
        ],
  );
}

/** Keys of which both the generator and another product say something. */
const sharedKeys = ['cni', 'isolation', 'kubernetes', 'network'] as const;

/** Keys of a machine that say its size. */
const sizeKeys = ['instancetype', 'cpu', 'memoryGiB', 'memoryMiB'];

/** Returns a control plane with the keys of another product: its size and its disk are that one's alone. */
function withControlPlane(own: Mapping, keys: Mapping): Mapping {
  const isSized = sizeKeys.some((key) => keys[key] !== undefined);
  const rest = Object.entries(own).filter(([key]) => !isSized || !sizeKeys.includes(key));
  const endpoint = { ...(own.endpoint as Mapping), ...(keys.endpoint as Mapping | undefined) };
  return { ...Object.fromEntries(rest), ...keys, endpoint };
}

/** Returns the configuration of a new cluster with the keys of another product in it. */
function mergedWith(config: Mapping, keys: Mapping): Mapping {
  const shared = sharedKeys
    .filter((key) => config[key] !== undefined && keys[key] !== undefined)
    .map((key) => [key, { ...(config[key] as Mapping), ...(keys[key] as Mapping) }]);
  const controlPlane =
    keys.controlPlane !== undefined &&
    withControlPlane(config.controlPlane as Mapping, keys.controlPlane as Mapping);
  return {
    ...config,
    ...keys,
    ...(Object.fromEntries(shared) as Mapping),
    ...(controlPlane && { controlPlane }),
  };
}

/**
 * Returns what a new cluster takes from the file of another product.
 *
 * Prints at once what is not as the other product has it, for it helps with what is refused afterwards,
 * too.
 *
 * @returns nothing new without such a file.
 * @throws Error when the file lacks a size, or when an option or a profile says what it says, too.
 */
export function importedKeys(
  file: ImportedFile | undefined,
  context: ImportedContext,
): ImportedKeys {
  if (file === undefined) return { into: (config) => config };
  const { product, translation } = file;
  const { config: keys, kubernetes } = translation;
  const isAdded = keys.pools === undefined && context.said.pools === undefined;
  const addedPool = `${product.asking.pools}: there is none in the file; the pool "md-a" is not of ${product.name}, and --workers says how many machines it has`;
  const lines = [
    ...translation.lines,
    ...rangeLines(translation, context),
    ...(isAdded ? [addedPool] : []),
  ];
  printNotKept(product.name, lines);
  const controlPlane = keys.controlPlane as SizedMachines | undefined;
  refuseWithoutSize(file, [
    ...(controlPlane === undefined ? [] : [{ ...controlPlane, name: 'controlPlane' }]),
    ...((keys.pools ?? []) as readonly SizedMachines[]),
  ]);
  refuseTwice(file, context);
  const into = (config: Mapping) => mergedWith(config, keys);
  return { ...(kubernetes !== undefined && { kubernetes }), into };
}
