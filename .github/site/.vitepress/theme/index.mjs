// The theme of VitePress without fonts, with Mermaid for the pages that have a diagram.
import { nextTick, onMounted, watch } from 'vue'
import { useData, useRoute, withBase } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import './style.css'

let loaded

/** Loads Mermaid once, from this site. */
const loadMermaid = () =>
  (loaded ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = withBase('/mermaid.js')
    script.addEventListener('load', () => resolve(globalThis.mermaid))
    script.addEventListener('error', reject)
    document.head.append(script)
  }))

/** Draws the diagrams of a page. */
async function draw(isDark) {
  const nodes = [...document.querySelectorAll('pre.mermaid')]
  if (nodes.length === 0) return
  const mermaid = await loadMermaid()
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: isDark ? 'dark' : 'default' })
  for (const node of nodes) {
    node.dataset.text ??= node.textContent
    node.textContent = node.dataset.text
    delete node.dataset.processed
  }
  await mermaid.run({ nodes })
}

export default {
  extends: theme,
  setup() {
    const route = useRoute()
    const { isDark } = useData()
    onMounted(() => draw(isDark.value))
    watch([() => route.path, isDark], () => nextTick(() => draw(isDark.value)))
  },
}
