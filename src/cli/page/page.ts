/** `leitong page`: a page that finds duplicates in a browser, with nothing installed. */
import { Command, Option } from 'commander'
import { writePage } from '../../page/write.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'

export function pageCommand(): Command {
  const command = new Command('page')
    .description('write one HTML file that finds duplicates in any browser, offline and with nothing installed (docs/page.md)')
    .usage('[options] -o FILE')
    .addOption(new Option('-o, --output <file>', 'the page; - for standard output').makeOptionMandatory().helpGroup('Output:'))
  return command.action(async () => {
    const output = command.opts<{ output: string }>().output
    const bytes = await writePage(output)
    if (output !== '-') summaryLine(texts().notes.page(output, bytes))
  })
}
