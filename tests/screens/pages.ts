/** Pages of a project: their list, one that is written, found in, locked, archived, offline, and its versions. */
import { cable } from '../support/cable.ts'
import { berthBooking, everyLook, type Given } from './everyLook.ts'

export const pages = (given: Given) =>
  everyLook(given, async (who, { suffix }) => {
    const { shoot } = given
    const { page } = who
    const pull = await cable(who)
    await page.goto(`${await berthBooking(who)}/pages`)
    await page.getByText('Season opening plan').waitFor()
    await shoot(who, 'pages', suffix)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export pages…' }).click()
    await page.getByRole('button', { name: /^Export \d+ pages$/ }).click()
    await page.getByRole('link', { name: 'Download' }).first().waitFor()
    await shoot(who, 'pages-export', suffix)
    await page.keyboard.press('Escape')
    await page.getByText('Tide windows').last().click()
    await page.getByRole('textbox', { name: 'Page text' }).waitFor()
    await shoot(who, 'page', suffix)
    await page.getByText('Never round a window').dblclick({ position: { x: 20, y: 10 } })
    await page.getByRole('toolbar', { name: 'Format the selection' }).waitFor()
    await shoot(who, 'page-bubble', suffix)
    await page.keyboard.press('Control+f')
    await page.getByText(/^\d+ of \d+$/).waitFor()
    await shoot(who, 'page-find', suffix)
    await page.keyboard.press('Escape')
    const option = async (name: string) => {
      await page.getByRole('button', { name: 'Page options' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await option('Lock page')
    await page.getByText('Locked', { exact: true }).waitFor()
    await shoot(who, 'page-locked', suffix)
    await option('Unlock page')
    await option('Archive')
    await page.getByText('Archived on').waitFor()
    await shoot(who, 'page-archived', suffix)
    await page.getByRole('button', { name: 'Restore' }).click()
    await pull(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await shoot(who, 'page-offline', suffix)
    await pull(false)
    await page.getByText('Saved', { exact: true }).waitFor()
    await option('Version history')
    await page.getByRole('dialog').getByText('Current version').waitFor()
    await shoot(who, 'page-versions', suffix)
    await page.keyboard.press('Escape')
  })
