import { type Command, Option } from 'commander';
import { aliasOf, type CommonSetting, commonSettings } from './common-settings.ts';

/**
 * Gives a command the flags of the configuration. Its `opts()` are then the `flags` that
 * `loadConfiguration` takes. On the program itself they hold for every subcommand.
 */
export function addConfigurationFlags(command: Command): Command {
  for (const setting of commonSettings) {
    for (const option of toOptions(setting)) {
      command.addOption(option.helpGroup('Configuration:'));
    }
  }
  return command;
}

function toOptions(setting: CommonSetting): Option[] {
  const { flag, argument, kind, environment } = setting;
  const description = `${setting.description} (${environment})`;
  if (kind === 'boolean') {
    const opposite = flag.replace('--', '--no-');
    return [new Option(flag, description), new Option(opposite, `the opposite of ${flag}`)];
  }
  if (kind !== 'list') return [new Option(`${flag} <${argument}>`, description)];
  const alias = aliasOf(setting);
  return [
    new Option(`${flag} <${argument}>`, `${description}; a comma list`).argParser(collect),
    ...(alias
      ? [new Option(`${alias.flag} <${argument}>`, `the same as ${flag}`).argParser(collect)]
      : []),
  ];
}

/** A repeated list flag adds to the list; the last one alone would lose the others in silence. */
function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
