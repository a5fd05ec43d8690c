// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Settings that Pulumi's runner adds to those of a program, where the program has none of its own.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/run.ts (compilerOptions)
 */
const ofRunner = { target: 'ES2020', module: 'nodenext', moduleResolution: 'nodenext' };

test('the settings of the stock program go with those that Pulumi adds', () => {
  const folder = join(workspaceRoot, 'bench/stock');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  const compilerOptions = { ...ofRunner, ...config.compilerOptions };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    { ...config, compilerOptions },
    ts.sys,
    folder,
  );
  const program = ts.createProgram({ rootNames: fileNames, options });
  const found = [...errors, ...program.getOptionsDiagnostics()];
  expect(found.map(({ messageText }) => messageText)).toEqual([]);
});
