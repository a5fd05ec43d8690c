// SPDX-License-Identifier: Apache-2.0
// Pulumi's policy runner compiles TypeScript that it loads itself, and refuses imports that end in
// .ts. What is imported from JavaScript it leaves to Node, which strips the types.
import './src/index.ts';
