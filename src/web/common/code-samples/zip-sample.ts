import { strToU8, zipSync } from 'fflate'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads the file as a .zip, made in the browser. */
export function saveZip(file: string, text: string): void {
  saveFile(`${file.replace(/\.\w+$/, '')}.zip`, zipSync({ [file]: strToU8(text) }), 'application/zip')
}
