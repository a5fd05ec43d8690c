// SPDX-License-Identifier: Apache-2.0
import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Configurations of ESLint whose rules hold, for JavaScript and for TypeScript; of two, the later one decides. */
export const presets = {
  javascript: [eslint.configs.recommended],
  typescript: [
    eslint.configs.recommended,
    ...tseslint.configs.strictTypeChecked,
    ...tseslint.configs.stylisticTypeChecked,
  ],
};
