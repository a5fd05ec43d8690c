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

/** Kind of source for which a program of upstream has to run. */
export type GeneratorName = GeneratedSource['from'];

/** Options for making a binary available. */
export interface BinaryRequest {
  /** Version of the generator's module, with a leading `v`. */
  readonly version: string;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** Functions that find and run one generator. */
export interface Generator {
  /** Returns the path of the binary; builds it first if it is missing. */
  readonly locate: (request: BinaryRequest) => Promise<string>;
  /** Runs the generator and returns the YAML that it prints. */
  readonly generate: (generation: Generation) => Promise<string>;
}

/** Functions that find and run Helm. */
export interface Charts {
  /** Returns the path of Helm; builds it first if it is missing. */
  readonly locate: (request: Omit<BinaryRequest, 'version'>) => Promise<string>;
  readonly render: (rendering: ChartRendering) => Promise<KubernetesObject[]>;
}

/**
 * Returns the tool of the pinned toolchain that yields a binary at a version. Each version of a
 * generator renders its own release.
 *
 * @throws ManifestError when there is no such tool.
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

/** Returns the path of a binary of the pinned toolchain; builds it first if it is missing. */
export async function locateBinary(
  binary: BinaryName,
  { version, report, signal }: BinaryRequest,
): Promise<string> {
  const tool = toolFor(binary, version);
  const toolchain = await ensureToolchain({ tools: [tool], report, ...(signal && { signal }) });
  return toolchain.get(tool, binary).path;
}

/** Generators of the pinned toolchain. */
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

/** Helm of the pinned toolchain. */
export const charts: Charts = {
  locate: (request) => locateBinary('helm', { ...request, version: `v${tools.helm.version}` }),
  render: renderChart,
};
