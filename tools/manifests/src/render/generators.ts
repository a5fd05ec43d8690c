// SPDX-License-Identifier: Apache-2.0
import type { BinaryName, Report, ToolName } from '@strata/toolchain';
import { ensureToolchain, toolNames, tools } from '@strata/toolchain';
import type { GeneratedSource } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';
import type { ChartRendering } from './render-chart.ts';
import { renderChart } from './render-chart.ts';
import type { Generation } from './run-generator.ts';
import { generateCdiOperator, generateKubevirtOperator } from './run-generator.ts';

/** A kind of source that a program of upstream's has to be run for. */
export type GeneratorName = GeneratedSource['from'];

/** What is asked of the toolchain while a binary is made ready. */
export interface BinaryRequest {
  /** Of the generator's module, with a leading `v`. */
  readonly version: string;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** How one generator is found and run. */
export interface Generator {
  /** Path of the binary, built first if need be. */
  readonly locate: (request: BinaryRequest) => Promise<string>;
  /** The YAML that it prints. */
  readonly generate: (generation: Generation) => Promise<string>;
}

/** How Helm is found and run. */
export interface Charts {
  /** Path of Helm, built first if need be. */
  readonly locate: (request: Omit<BinaryRequest, 'version'>) => Promise<string>;
  readonly render: (rendering: ChartRendering) => Promise<KubernetesObject[]>;
}

/**
 * The tool of the pinned toolchain that yields a binary at a version: each version of a generator
 * renders its own release.
 *
 * @throws ManifestError when there is none.
 */
export function toolFor(binary: string, version: string): ToolName {
  const found = toolNames.find(
    (name) =>
      `v${tools[name].version}` === version &&
      tools[name].binaries.some((one) => one.name === binary),
  );
  if (found) return found;
  throw new ManifestError(
    `the toolchain has no ${binary} of ${version}: add it to tools/toolchain/src/tools.ts`,
  );
}

/** Builds a binary of the pinned toolchain, unless it is there; its path. */
export async function locateBinary(
  binary: BinaryName,
  { version, report, signal }: BinaryRequest,
): Promise<string> {
  const tool = toolFor(binary, version);
  const toolchain = await ensureToolchain({ tools: [tool], report, ...(signal && { signal }) });
  return toolchain.get(tool, binary).path;
}

/** The generators of the pinned toolchain. */
export const generators: Readonly<Record<GeneratorName, Generator>> = {
  'kubevirt-templator': {
    locate: (request) => locateBinary('manifest-templator', request),
    generate: generateKubevirtOperator,
  },
  'cdi-generator': {
    locate: (request) => locateBinary('manifest-generator', request),
    generate: generateCdiOperator,
  },
};

/** The Helm of the pinned toolchain. */
export const charts: Charts = {
  locate: (request) => locateBinary('helm', { ...request, version: `v${tools.helm.version}` }),
  render: renderChart,
};
