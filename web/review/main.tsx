/** The review page: groups that a run has found, and what people decide on them. */
import { render } from 'preact'
import { App } from './app.js'

render(<App />, document.getElementById('app') as HTMLElement)
