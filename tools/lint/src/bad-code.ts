// SPDX-License-Identifier: Apache-2.0
// Code that a rule refuses, by the rule's name in ESLint's presets.

/** Rules about JavaScript, in a script: modules are strict, and some of this is no syntax there. */
export const badScripts: Readonly<Record<string, string>> = {
  'constructor-super': 'class A extends Object { constructor() {} } new A();',
  'for-direction': 'for (let i = 0; i < 9; i--) module.exports.push(i);',
  'getter-return': 'module.exports = { get a() {} };',
  'no-async-promise-executor': 'module.exports = new Promise(async (done) => done());',
  'no-case-declarations': 'switch (module.id) { case 1: let a = 1; module.exports = a; }',
  'no-class-assign': 'class A {} A = 0;',
  'no-compare-neg-zero': 'module.exports = module.id === -0;',
  'no-cond-assign': 'let a; if (a = module.id) module.exports = a;',
  'no-const-assign': 'const a = 0; a = 1;',
  'no-constant-binary-expression': "module.exports = module.id + 'a' ?? 'b';",
  'no-constant-condition': 'if (1) module.exports = 0;',
  'no-control-regex': String.raw`module.exports = /\x1f/;`,
  'no-debugger': 'debugger;',
  'no-delete-var': 'let a; delete a;',
  'no-dupe-args': 'module.exports = function (a, a) { return a; };',
  'no-dupe-class-members': 'module.exports = class { a() {} a() {} };',
  'no-dupe-else-if': 'if (module.id) module.a = 1; else if (module.id) module.a = 2;',
  'no-dupe-keys': 'module.exports = { a: 1, a: 2 };',
  'no-duplicate-case': 'switch (module.id) { case 1: break; case 1: break; }',
  'no-empty': 'if (module.id) {}',
  'no-empty-character-class': 'module.exports = /a[]/;',
  'no-empty-pattern': 'const {} = module;',
  'no-empty-static-block': 'module.exports = class { static {} };',
  'no-ex-assign': 'try { module.a(); } catch (error) { error = 1; }',
  'no-extra-boolean-cast': 'if (!!module.id) module.exports = 1;',
  'no-fallthrough': 'switch (module.id) { case 1: module.a(); case 2: module.b(); }',
  'no-func-assign': 'function a() {} a = 1;',
  'no-global-assign': 'Object = 1;',
  'no-invalid-regexp': "module.exports = new RegExp('[');",
  'no-irregular-whitespace': 'module.exports =\u00A01;',
  'no-loss-of-precision': 'module.exports = 9007199254740993;',
  'no-misleading-character-class': 'module.exports = /[👍]/;',
  'no-new-native-nonconstructor': "module.exports = new Symbol('a');",
  'no-nonoctal-decimal-escape': String.raw`module.exports = '\8';`,
  'no-obj-calls': 'module.exports = Math();',
  'no-octal': 'module.exports = 071;',
  'no-prototype-builtins': "module.exports = module.hasOwnProperty('a');",
  'no-redeclare': 'var a = 1; var a = 2; module.exports = a;',
  'no-regex-spaces': 'module.exports = /a  b/;',
  'no-self-assign': 'module.a = module.a;',
  'no-setter-return': 'module.exports = { set a(value) { return value; } };',
  'no-shadow-restricted-names': 'module.exports = (NaN) => NaN;',
  'no-sparse-arrays': 'module.exports = [1, , 2];',
  'no-this-before-super':
    'module.exports = class extends Object { constructor() { this.a = 1; super(); } };',
  'no-undef': 'module.exports = nobodyHasThis;',
  'no-unexpected-multiline': 'module.exports = module.a\n(module.b);',
  'no-unreachable': 'module.exports = () => { return 1; module.a(); };',
  'no-unsafe-finally': 'module.exports = () => { try { return 1; } finally { return 2; } };',
  'no-unsafe-negation': 'module.exports = !module.id in module;',
  'no-unsafe-optional-chaining': 'module.exports = (module?.a).b;',
  'no-unused-labels': 'a: module.exports = 1;',
  'no-unused-private-class-members': 'module.exports = class { #a = 1; };',
  'no-unused-vars': 'const a = 1;',
  'no-useless-backreference': String.raw`module.exports = /\1(a)/;`,
  'no-useless-catch': 'try { module.a(); } catch (error) { throw error; }',
  'no-useless-escape': String.raw`module.exports = '\a';`,
  'no-with': 'with (module) exports.a = 1;',
  'require-yield': 'module.exports = function* () { return 1; };',
  'use-isnan': 'module.exports = module.id === NaN;',
  'valid-typeof': "module.exports = typeof module === 'strnig';",
};

/** Rules about modules in JavaScript. */
export const badModules: Readonly<Record<string, string>> = {
  'no-import-assign': "import a from 'node:os'; a = 1;",
};

/** Rules about TypeScript. */
export const badTypescript: Readonly<Record<string, string>> = {
  'no-var': 'export var a = 1;',
  'prefer-const': 'let a = 1; export { a };',
  'prefer-rest-params': 'export function a() { return arguments[0] as unknown; }',
  'prefer-spread':
    'export const a = (f: (...of: number[]) => void, b: number[]) => { f.apply(undefined, b); };',
  '@typescript-eslint/adjacent-overload-signatures':
    'export interface A { a(of: string): void; b(): void; a(of: number): void }',
  '@typescript-eslint/array-type': 'export type A = Array<string>;',
  '@typescript-eslint/await-thenable': 'export const a = async () => { await 1; };',
  '@typescript-eslint/ban-ts-comment': '// @ts-ignore\nexport const a = 1;',
  '@typescript-eslint/ban-tslint-comment': '// tslint:disable\nexport const a = 1;',
  '@typescript-eslint/class-literal-property-style':
    "export class A { b = 1; get a() { return 'a'; } }",
  '@typescript-eslint/consistent-generic-constructors':
    'export const a: Map<string, number> = new Map();',
  '@typescript-eslint/consistent-indexed-object-style':
    'export interface A { [key: string]: number }',
  '@typescript-eslint/consistent-type-assertions':
    "export const a = <string>(JSON.parse('1') as unknown);",
  '@typescript-eslint/consistent-type-definitions': 'export type A = { a: string };',
  '@typescript-eslint/consistent-type-imports':
    "import { Stats } from 'node:fs'; export type A = Stats;",
  '@typescript-eslint/dot-notation': "export const a = (of: { a: number }) => of['a'];",
  '@typescript-eslint/no-array-constructor': 'export const a = new Array(0, 1);',
  '@typescript-eslint/no-array-delete': 'export const a = (of: number[]) => { delete of[0]; };',
  '@typescript-eslint/no-base-to-string': 'export const a = (of: { a: number }) => String(of);',
  '@typescript-eslint/no-confusing-non-null-assertion':
    'export const a = (of?: string) => of! == null;',
  '@typescript-eslint/no-confusing-void-expression':
    'export const a = (f: () => void) => { const b = f(); return [b]; };',
  '@typescript-eslint/no-deprecated':
    '/** @deprecated */ const a = () => 1;\nexport const b = a();',
  '@typescript-eslint/no-duplicate-enum-values': 'export enum A { B = 1, C = 1 }',
  '@typescript-eslint/no-duplicate-type-constituents': "export type A = 'a' | 'a';",
  '@typescript-eslint/no-dynamic-delete':
    'export const a = (of: Record<string, number>, key: string) => { delete of[key]; };',
  '@typescript-eslint/no-empty-function': 'export function a() {}',
  '@typescript-eslint/no-empty-object-type': 'export type A = {};',
  '@typescript-eslint/no-explicit-any': 'export type A = any;',
  '@typescript-eslint/no-extra-non-null-assertion':
    'export const a = (of?: { b: number }) => of!!.b;',
  '@typescript-eslint/no-extraneous-class': 'export class A { static b = 1; }',
  '@typescript-eslint/no-floating-promises': 'Promise.resolve(1);',
  '@typescript-eslint/no-for-in-array':
    'export const a = (of: number[]) => { for (const b in of) process.exitCode = of[b]; };',
  '@typescript-eslint/no-generated-empty-object-type':
    "export const a = <T extends NonNullable<unknown>>(of: Omit<{ a: 1 }, 'a'>, b: T) => [of, b];",
  '@typescript-eslint/no-implied-eval': "setTimeout('process.exit()', 1);",
  '@typescript-eslint/no-inferrable-types': 'export const a = (of: number = 1) => of;',
  '@typescript-eslint/no-invalid-void-type': 'export type A = { a: void };',
  '@typescript-eslint/no-meaningless-void-operator':
    'export const a = (f: () => void) => { void f(); };',
  '@typescript-eslint/no-misused-new': 'export interface A { new (): A; a: string }',
  '@typescript-eslint/no-misused-promises':
    'export const a = (of: Promise<boolean>) => { if (of) process.exitCode = 1; };',
  '@typescript-eslint/no-misused-spread': 'export const a = (of: string) => [...of];',
  '@typescript-eslint/no-mixed-enums': "export enum A { B = 1, C = 'c' }",
  '@typescript-eslint/no-namespace': 'export namespace A { export const b = 1; }',
  '@typescript-eslint/no-non-null-asserted-nullish-coalescing':
    'export const a = (of: () => string | undefined) => of()! ?? 1;',
  '@typescript-eslint/no-non-null-asserted-optional-chain':
    'export const a = (of?: { b?: string }) => of?.b!;',
  '@typescript-eslint/no-non-null-assertion': 'export const a = (of?: string) => of!;',
  '@typescript-eslint/no-redundant-type-constituents': 'export type A = unknown | string;',
  '@typescript-eslint/no-require-imports': "export const a: unknown = require('node:fs');",
  '@typescript-eslint/no-this-alias':
    'export class A { b = 1; a() { const self = this; return self.b; } }',
  '@typescript-eslint/no-unnecessary-boolean-literal-compare':
    'export const a = (of: boolean) => of === true;',
  '@typescript-eslint/no-unnecessary-condition': 'export const a = (of: { b: string }) => of?.b;',
  '@typescript-eslint/no-unnecessary-template-expression':
    'export const a = (of: string) => `${of}`;',
  '@typescript-eslint/no-unnecessary-type-arguments':
    'function b<T = number>(of: T[]) { return of.length; }\nexport const a = b<number>([]);',
  '@typescript-eslint/no-unnecessary-type-assertion':
    'export const a = (of: string) => of as string;',
  '@typescript-eslint/no-unnecessary-type-constraint':
    'export const a = <T extends unknown>(of: T, b: T) => [of, b];',
  '@typescript-eslint/no-unnecessary-type-conversion':
    'export const a = (of: string) => String(of);',
  '@typescript-eslint/no-unnecessary-type-parameters':
    'export function a<T extends string>(of: T): void { process.title = of; }',
  '@typescript-eslint/no-unsafe-argument':
    'export const a = (f: (of: string) => void, b: any) => { f(b); };',
  '@typescript-eslint/no-unsafe-assignment':
    'export const a = (of: any) => { const b = of; return [b]; };',
  '@typescript-eslint/no-unsafe-call': 'export const a = (of: any) => { of(); };',
  '@typescript-eslint/no-unsafe-declaration-merging':
    'export interface A { a: string }\nexport class A { b = 1; }',
  '@typescript-eslint/no-unsafe-enum-assignment':
    'enum A { B = 1, C = 2 }\nexport const a = (of: number) => { const b: A = of; return b; };',
  '@typescript-eslint/no-unsafe-enum-comparison':
    'enum A { B = 1, C = 2 }\nexport const a = (of: A) => of === 1;',
  '@typescript-eslint/no-unsafe-function-type': 'export type A = Function;',
  '@typescript-eslint/no-unsafe-member-access': 'export const a = (of: any) => { void of.b; };',
  '@typescript-eslint/no-unsafe-return': 'export const a = (of: any) => of;',
  '@typescript-eslint/no-unsafe-unary-minus': 'export const a = (of: string) => [-of];',
  '@typescript-eslint/no-unused-expressions': 'export const a = (of: { b: 1 }) => { of.b; };',
  '@typescript-eslint/no-unused-vars': 'const a = 1;',
  '@typescript-eslint/no-useless-constructor': 'export class A { b = 1; constructor() {} }',
  '@typescript-eslint/no-useless-default-assignment':
    'export const a = ({ b = 2 }: { b: number }) => b;',
  '@typescript-eslint/no-wrapper-object-types': 'export type A = String;',
  '@typescript-eslint/non-nullable-type-assertion-style':
    'export const a = (of: string | undefined) => of as string;',
  '@typescript-eslint/only-throw-error': "export const a = () => { throw 'a'; };",
  '@typescript-eslint/prefer-as-const': "export const a = 'b' as 'b';",
  '@typescript-eslint/prefer-find':
    'export const a = (of: number[]) => of.filter((b) => b > 1)[0];',
  '@typescript-eslint/prefer-for-of':
    'export const a = (of: number[]) => { for (let i = 0; i < of.length; i++) process.exitCode = of[i]; };',
  '@typescript-eslint/prefer-function-type': 'export interface A { (): string }',
  '@typescript-eslint/prefer-includes': "export const a = (of: string) => of.indexOf('b') !== -1;",
  '@typescript-eslint/prefer-literal-enum-member': "const b = 'b';\nexport enum A { B = b }",
  '@typescript-eslint/prefer-namespace-keyword':
    'declare module A { const b: number; }\nexport const a = A.b;',
  '@typescript-eslint/prefer-nullish-coalescing': "export const a = (of?: string) => of || 'b';",
  '@typescript-eslint/prefer-optional-chain':
    'export const a = (of?: { b: string }) => of !== undefined && of.b;',
  '@typescript-eslint/prefer-promise-reject-errors': "export const a = () => Promise.reject('b');",
  '@typescript-eslint/prefer-reduce-type-parameter':
    'export const a = (of: string[]) => of.reduce((all, one) => [...all, one], [] as string[]);',
  '@typescript-eslint/prefer-regexp-exec': 'export const a = (of: string) => of.match(/b/);',
  '@typescript-eslint/prefer-return-this-type': 'export class A { b = 1; a(): A { return this; } }',
  '@typescript-eslint/prefer-string-starts-ends-with':
    "export const a = (of: string) => of[0] === 'b';",
  '@typescript-eslint/related-getter-setter-pairs':
    'export interface A { get a(): string; set a(to: number) }',
  '@typescript-eslint/require-await': 'export const a = async () => [1];',
  '@typescript-eslint/restrict-plus-operands':
    'export const a = (of: number, b: string) => of + b;',
  '@typescript-eslint/restrict-template-expressions':
    'export const a = (of: { b: number }) => `a ${of}`;',
  '@typescript-eslint/return-await':
    'export const a = async (f: () => Promise<number>) => { try { return f(); } catch { return await f(); } };',
  '@typescript-eslint/triple-slash-reference':
    '/// <reference path="./b.ts" />\nexport const a = 1;',
  '@typescript-eslint/unbound-method':
    'class B { c = 1; d() { return this.c; } }\nexport const a = [new B().d];',
  '@typescript-eslint/unified-signatures':
    'export interface A { a(of: string): void; a(of: number): void }',
  '@typescript-eslint/use-unknown-in-catch-callback-variable':
    'export const a = (of: Promise<void>) => of.catch((error) => [error]);',
  'max-lines': "process.title = 'a';\n".repeat(261),
  'max-lines-per-function': `export function a() {\n${'process.title = "a";\n'.repeat(59)}}\n`,
  'no-restricted-syntax': 'export const a = (of: object) => ({ ...of, ...{ b: 1 } });',
};
