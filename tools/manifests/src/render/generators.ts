// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { ensureToolchain } from '@strata/toolchain';
import type { Source } from '../components.ts';
import type { Generation } from './run-generator.ts';
import { generateCdiOperator, generateKubevirtOperator } from './run-generator.ts';

/** A kind of source that a program of upstream's has to be run for. */
export type GeneratorName = Exclude<Source['from'], 'files'>;

/** What is asked of the toolchain while a generator is made ready. */
export interface BinaryRequest {
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

const request = ({ report, signal }: BinaryRequest) => ({ report, ...(signal && { signal }) });

/** The generators of the pinned toolchain, which have the same versions as the components. */
export const generators: Readonly<Record<GeneratorName, Generator>> = {
  'kubevirt-templator': {
    locate: async (asked) => {
      const toolchain = await ensureToolchain({ tools: ['kubevirt'], ...request(asked) });
      return toolchain.get('kubevirt', 'manifest-templator').path;
    },
    generate: generateKubevirtOperator,
  },
  'cdi-generator': {
    locate: async (asked) => {
      const toolchain = await ensureToolchain({ tools: ['cdi'], ...request(asked) });
      return toolchain.get('cdi', 'manifest-generator').path;
    },
    generate: generateCdiOperator,
  },
};
