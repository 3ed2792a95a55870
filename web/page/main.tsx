/** The page that needs no installation. */
import { render } from 'preact'
import { languageHere } from '../language.js'
import { App } from './app.js'

document.documentElement.lang = languageHere === 'zh' ? 'zh-CN' : 'en'
render(<App />, document.getElementById('app') as HTMLElement)
