// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'oxlint';

/** Configuration of `npm run typecheck`: what the compiler says, and no rule. */
export default defineConfig({
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true },
});
