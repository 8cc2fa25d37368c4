import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addConfigurationFlags } from '../../src/configuration/add-configuration-flags.ts';
import {
  type ConfigurationFlags,
  commonSettings,
} from '../../src/configuration/common-settings.ts';

/** What a command line sets, with the flags on the program and a subcommand behind it. */
function parse(...line: readonly string[]): ConfigurationFlags {
  const program = addConfigurationFlags(new Command('guildline')).exitOverride();
  program.command('serve', { isDefault: true }).action(() => undefined);
  program.parse([...line], { from: 'user' });
  return program.opts<ConfigurationFlags>();
}

test('a flag that is not given is not set', () => {
  expect(parse('serve')).toEqual({});
});

test.each([
  [['--read-only'], true],
  [['--no-read-only'], false],
])('%j is %s', (line, value) => {
  expect(parse('serve', ...line)).toEqual({ readOnly: value });
});

test('flags stand before and behind the subcommand', () => {
  expect(parse('--profile', 'a', 'serve', '--config', 'b')).toEqual({ profile: 'a', config: 'b' });
});

test('a list flag that is repeated adds to its list', () => {
  expect(parse('--tools', 'a,b', '--tools', 'c')).toEqual({ tools: ['a,b', 'c'] });
});

test('every common setting has its flag, under its own key', () => {
  for (const { key, flag, kind } of commonSettings) {
    const flags = parse('serve', flag, ...(kind === 'boolean' ? [] : ['x']));
    expect(Object.keys(flags)).toEqual([key]);
  }
});

test('a second flag of a setting has a key of its own, and may be repeated', () => {
  expect(parse('--toolsets', 'a,b', '--toolsets', 'c')).toEqual({ toolsets: ['a,b', 'c'] });
});

test('the help names the environment variable of each flag', () => {
  const help = addConfigurationFlags(new Command('guildline')).helpInformation();
  for (const { flag, environment } of commonSettings) {
    expect(help).toContain(flag);
    expect(help).toContain(environment);
  }
  expect(help).toMatch(/--toolsets <names> +the same as --categories/);
});
