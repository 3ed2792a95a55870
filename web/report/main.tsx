/** The report page: what was found, and every group with its differences, from the data embedded in the page. */
import { render } from 'preact'
import { Report } from './data.js'
import { Page } from './page.js'

const root = document.getElementById('app') as HTMLElement
Report.load().then((report) => {
  render(<Page report={report} />, root)
  root.dataset['ready'] = 'true'
})
