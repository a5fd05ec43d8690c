// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cdiBinaries, cdiStamps, kubevirtBinaries, kubevirtStamps } from './tool-families.ts';
import type { Tool } from './tool-types.ts';

/** Time and disk space that building a tool takes. */
type Costs = Pick<Tool, 'coldMinutes' | 'footprint'>;

const kubevirtModule = 'kubevirt.io/kubevirt';
const cdiModule = 'kubevirt.io/containerized-data-importer';

/**
 * Returns the version at which a tool's go.mod requires a module, without a leading `v`.
 *
 * @throws Error where it does not.
 */
function requiredVersion(tool: string, module: string): string {
  const file = join(import.meta.dirname, '..', tool, 'go.mod');
  const [, version] =
    new RegExp(`^(?:require )?\\s*${module} v(\\S+)`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${file} requires no ${module}`);
  return version;
}

/** Returns the row of a KubeVirt, whose version is that of its go.mod. */
export function kubevirtTool(tool: string, costs: Costs) {
  const version = requiredVersion(tool, kubevirtModule);
  return {
    version,
    module: { path: kubevirtModule },
    binaries: kubevirtBinaries,
    stamps: kubevirtStamps(version),
    ...costs,
  } satisfies Tool;
}

/** Returns the row of a CDI, whose version is that of its go.mod. */
export function cdiTool(tool: string, costs: Costs) {
  const version = requiredVersion(tool, cdiModule);
  return {
    version,
    module: { path: cdiModule },
    binaries: cdiBinaries,
    stamps: cdiStamps(version),
    ...costs,
  } satisfies Tool;
}

/** KubeVirt of the releases that `npm start` does not bring up: what building each took. */
const kubevirtCosts = {
  'kubevirt-1.7': { coldMinutes: 1.5, footprint: { modules: 200, objects: 1210, binaries: 240 } },
  'kubevirt-1.9': { coldMinutes: 2, footprint: { modules: 300, objects: 1300, binaries: 255 } },
} as const satisfies Readonly<Record<string, Costs>>;

/** CDI of these releases. */
const cdiCosts = {
  'cdi-1.64': { coldMinutes: 0.5, footprint: { modules: 650, objects: 130, binaries: 240 } },
} as const satisfies Readonly<Record<string, Costs>>;

type KubevirtTools = Readonly<Record<keyof typeof kubevirtCosts, ReturnType<typeof kubevirtTool>>>;
type CdiTools = Readonly<Record<keyof typeof cdiCosts, ReturnType<typeof cdiTool>>>;

function rows<T>(costs: Readonly<Record<string, Costs>>, row: (tool: string, costs: Costs) => T) {
  return Object.fromEntries(Object.entries(costs).map(([tool, one]) => [tool, row(tool, one)]));
}

/** The operators of the releases that `npm start` does not bring up, in build order. */
export const operatorTools = {
  ...(rows(kubevirtCosts, kubevirtTool) as KubevirtTools),
  ...(rows(cdiCosts, cdiTool) as CdiTools),
};

/** Returns a value for each of {@link operatorTools}. */
export function forEachOperator<T>(value: (tool: keyof typeof operatorTools) => T) {
  const names = Object.keys(operatorTools) as (keyof typeof operatorTools)[];
  return Object.fromEntries(names.map((tool) => [tool, value(tool)])) as Readonly<
    Record<keyof typeof operatorTools, T>
  >;
}
