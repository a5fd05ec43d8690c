// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const contracts = join(import.meta.dirname, '../..');
const packages = join(contracts, '..');

const programs = readdirSync(packages).filter((name) =>
  existsSync(join(packages, name, 'program.ts')),
);

/** What a module of this package writes, as JSON. */
function run(script: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: contracts,
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('there are programs', () => {
  expect(programs).toEqual(['addons', 'infra', 'kubevirt-stack', 'user-cluster']);
});

test.each(programs)('%s begins with it', (name) => {
  const text = readFileSync(join(packages, name, 'program.ts'), 'utf8');
  const [first] = [...text.matchAll(/^import .*$/gm)].map(([line]) => line);
  expect(first).toBe("import '@strata/contracts/program-start';");
});

test('a program has plain stack traces, and nothing of the SDK that only others use', () => {
  const script = `
    import { createRequire } from 'node:module';
    Error.prepareStackTrace = () => 'mapped';
    await import('@strata/contracts/program-start');
    await import('@pulumi/pulumi');
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const has = (name) => loaded.some((file) => file.includes('/node_modules/' + name + '/'));
    const asked = ['@pulumi/pulumi', '@pulumi/pulumi/automation', '@npmcli/arborist', 'typescript'];
    console.log(JSON.stringify({
      isMapped: new Error().stack === 'mapped',
      loaded: asked.filter(has),
    }));
  `;
  expect(run(script)).toEqual({ isMapped: false, loaded: ['@pulumi/pulumi'] });
});

test('nothing that the SDK says for debugging leaves a program', () => {
  const script = `
    import { createRequire } from 'node:module';
    await import('@strata/contracts/program-start');
    const pulumi = await import('@pulumi/pulumi');
    const sent = [];
    createRequire(import.meta.url)('@pulumi/pulumi/runtime/settings.js').getEngine = () => ({
      log: (request, done) => done(null, sent.push(request.getMessage())),
    });
    await pulumi.log.debug('hush');
    await pulumi.log.info('aloud');
    console.log(JSON.stringify(sent));
  `;
  expect(run(script)).toEqual(['aloud']);
});
