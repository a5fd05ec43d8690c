// SPDX-License-Identifier: Apache-2.0
// Plugin of oxlint with ESLint's own rules, for those that oxlint has not, or has otherwise.
import { builtinRules } from 'eslint/use-at-your-own-risk';

export default { meta: { name: 'eslint-js' }, rules: Object.fromEntries(builtinRules) };
