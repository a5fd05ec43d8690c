// SPDX-License-Identifier: Apache-2.0
// What programs import before anything else. It only makes them faster.
import './exact-stacks.ts';
import './left-out.ts';
import './no-debug-lines.ts';
